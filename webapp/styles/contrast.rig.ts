import { readFileSync } from 'node:fs';

type Rgb = readonly [number, number, number];

/** The tokens of the look as one theme, one level of contrast and one hue give them. */
export interface Look {
  readonly theme: 'light' | 'dark';
  readonly contrast: 'system' | 'high';
  readonly hue: number;
}

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const plain = declarationsOf(/^:root \{([^}]*)\}/m);
const high = declarationsOf(/^:root\[data-contrast="high"\] \{([^}]*)\}/m);

/** How much two tokens differ in brightness, as WCAG counts it: 1 to 21. */
export function contrastOf(one: string, other: string, look: Look): number {
  const [a, b] = [luminance(colourOf(one, look)), luminance(colourOf(other, look))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function declarationsOf(block: RegExp): Map<string, string> {
  const text = block.exec(css)?.[1] ?? '';
  return new Map([...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]));
}

function colourOf(token: string, look: Look): Rgb {
  const value = (look.contrast === 'high' ? high.get(token) : undefined) ?? plain.get(token);
  if (!value) throw new Error(`There is no token ${token}.`);
  const pair = /^light-dark\(((?:[^,()]|\([^()]*(?:\([^()]*\))?[^()]*\))+),\s*(.+)\)$/.exec(value);
  const chosen = (pair ? pair[look.theme === 'light' ? 1 : 2]! : value).replace('var(--hue)', String(look.hue));
  const other = /^var\((--[\w-]+)\)$/.exec(chosen);
  return other ? colourOf(other[1]!, look) : parse(chosen);
}

function parse(colour: string): Rgb {
  if (colour === '#fff') return [1, 1, 1];
  if (colour === '#000') return [0, 0, 0];
  const [lightness, chroma, hue] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour)!.slice(1).map(Number);
  return oklch(lightness!, chroma!, hue!);
}

/** To linear light in sRGB; what is outside of it is cut, as browsers do. */
function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (light: number) => Math.min(1, Math.max(0, light));
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
