// Pictures as files: the SVG that the canvas module writes (playground/scene/svg.h), and the same drawn as PNG with the
// page's own fonts. That text has rectangles, paths and labels, and nothing else.
const kScale = 2, kMostPixels = 8000;
const kFaces: Record<string, string> = { m: '"Vitrine Mono"', s: '"Vitrine Sans"', b: '600 SIZE "Vitrine Sans"' };

// Without its own sheet, which the page's policy would stop.
const parsePicture = (svg: string) => new DOMParser().parseFromString(svg.replace(/<style>[^]*?<\/style>/, ""), "image/svg+xml").documentElement as unknown as SVGSVGElement;

function draw(context: CanvasRenderingContext2D, e: Element) {
  const number = (name: string, otherwise = 0) => Number(e.getAttribute(name) ?? otherwise);
  const fill = e.getAttribute("fill"), stroke = e.getAttribute("stroke");
  if (e.tagName === "text") {
    const face = kFaces[e.getAttribute("class") ?? "s"], size = `${number("font-size")}px`;
    context.font = face.includes("SIZE") ? face.replace("SIZE", size) : `${size} ${face}`;
    context.textAlign = ({ middle: "center", end: "right" } as const)[e.getAttribute("text-anchor") ?? ""] ?? "left";
    context.textBaseline = "middle";
    context.fillStyle = fill ?? "#000";
    return context.fillText(e.textContent ?? "", number("x"), number("y"));
  }
  const path = new Path2D(e.tagName === "path" ? e.getAttribute("d") ?? "" : undefined);
  if (e.tagName === "rect") path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
  else if (e.tagName !== "path") return;
  if (fill && fill !== "none") {
    context.globalAlpha = number("fill-opacity", 1);
    context.fillStyle = fill;
    context.fill(path);
  }
  if (stroke) {
    context.globalAlpha = number("stroke-opacity", 1);
    context.setLineDash((e.getAttribute("stroke-dasharray") ?? "").split(" ").filter(Boolean).map(Number));
    context.lineWidth = number("stroke-width", 1);
    context.strokeStyle = stroke;
    context.stroke(path);
  }
  context.globalAlpha = 1;
}

export function pngOf(svg: string): Promise<Blob | null> {
  const picture = parsePicture(svg), width = Number(picture.getAttribute("width")), height = Number(picture.getAttribute("height"));
  const scale = Math.min(kScale, kMostPixels / Math.max(width, height));
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  const context = canvas.getContext("2d")!;
  context.scale(scale, scale);
  for (const element of picture.querySelectorAll("rect, path, text")) draw(context, element);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// For print: in the page its labels get their fonts from style.css.
export function pictureInPage(svg: string): SVGSVGElement {
  const picture = document.importNode(parsePicture(svg), true);
  picture.classList.add("picture");
  return picture;
}
