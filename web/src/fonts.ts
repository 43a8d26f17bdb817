// The fonts of the page's own: the canvas and every page of the site draw with the same files, fetched once.
const kFiles = { sans: ["Vitrine Sans", "400"], bold: ["Vitrine Sans", "600 700"], mono: ["Vitrine Mono", "400"] } as const;
export const pageFonts = Object.keys(kFiles) as (keyof typeof kFiles)[];

export const bytesOf = (path: string) => fetch(path).then((r) => { if (!r.ok) throw new Error(`${path}: ${r.status}`); return r.arrayBuffer(); });
export async function fontBytes(file: keyof typeof kFiles) {
  const bytes = await bytesOf(`./fonts/${file}.ttf`), [family, weight] = kFiles[file];
  document.fonts.add(new FontFace(family, bytes, { weight }));
  return bytes;
}
