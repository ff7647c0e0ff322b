/** Looked for in this order, because browsers name those that they descend from as well. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a person would call the device, e.g. "Chrome on Linux": our own words only, never the header's. */
export function deviceLabel(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, 1000);
  const find = (table: typeof BROWSERS) => table.find(([mark]) => mark.test(text))?.[1];
  const browser = find(BROWSERS) ?? 'A browser';
  const system = find(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
