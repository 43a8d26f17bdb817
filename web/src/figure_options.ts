// The page as a figure in another one: ?embed=PANEL, with readonly, bare, theme=light|dark and lang=en|zh. Such a page
// remembers nothing, for it is a guest.
export interface FigureOptions { panel: string; readonly: boolean; bare: boolean; theme?: "light" | "dark"; language?: "en" | "zh" }

const isOn = (query: URLSearchParams, name: string) => query.has(name) && !["0", "false", "no"].includes(query.get(name)!);
export function figureOf(search: string): FigureOptions | undefined {
  const query = new URLSearchParams(search), panel = query.get("embed"), theme = query.get("theme"), language = query.get("lang");
  if (panel === null) return undefined;
  return { panel: panel || "graph", readonly: isOn(query, "readonly"), bare: isOn(query, "bare"),
    theme: theme === "light" || theme === "dark" ? theme : undefined, language: language === "en" || language === "zh" ? language : undefined };
}

// What a figure and the page around it say to each other: how high it wants to be; how it shall look.
export interface SizeMessage { vitrine: "size"; height: number }
export interface LookMessage { vitrine: "look"; theme?: string; language?: string }
