/** Order matters: most browsers name the ones they descend from. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
] as const;

export function browserOf(userAgent: string): string {
  return nameIn(BROWSERS, userAgent);
}

export function systemOf(userAgent: string): string {
  return nameIn(SYSTEMS, userAgent);
}

/** Browser and system without versions: an update does not make a device a new one. */
export function deviceOf(userAgent: string): string {
  const browser = browserOf(userAgent);
  // Programs name themselves first, such as `curl/8.5`.
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? '';
  return browser === '' ? program : `${browser}/${systemOf(userAgent)}`;
}

function nameIn(table: readonly (readonly [string, RegExp])[], userAgent: string): string {
  return table.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';
}
