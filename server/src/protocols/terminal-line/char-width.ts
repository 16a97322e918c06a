import { createRequire } from 'node:module';

interface Widths {
  wcwidth(codePoint: number): number;
}
interface Addon {
  activate(terminal: { unicode: { register(widths: Widths): void } }): void;
}

/** Loaded past the compiler: its types bring those of the browser along, which do not belong into a server. */
const load = createRequire(import.meta.url);

/** The same widths as in the browser, or a line would be read other than it is seen. */
function loadWidths(): Widths {
  const { Unicode11Addon } = load('@xterm/addon-unicode11') as { Unicode11Addon: new () => Addon };
  let found: Widths | undefined;
  new Unicode11Addon().activate({ unicode: { register: (widths) => (found = widths) } });
  if (!found) {
    throw new Error('no table of character widths');
  }
  return found;
}

const widths = loadWidths();

/** Columns a character takes: 0 for a mark that joins the one before, 2 for a wide one. */
export function charWidth(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  return codePoint < 0x7f ? 1 : widths.wcwidth(codePoint);
}
