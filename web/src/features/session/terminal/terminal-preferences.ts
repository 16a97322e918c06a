import type {
  TerminalAppearance,
  TerminalPreferences,
  TerminalScheme,
} from '@jadegate/contract/identity/terminal-preference';

/** A size that can be read and still fits; the contract allows more. */
export const SHOWN_SIZES = { min: 8, max: 40 } as const;

/** How a terminal is drawn and behaves, once everything is decided. */
export interface TerminalLook {
  scheme: TerminalScheme;
  font: NonNullable<TerminalPreferences['font']>;
  fontFamily: string;
  fontSize: number;
  lineHeight: number;
  cursor: NonNullable<TerminalPreferences['cursor']>;
  cursorBlink: boolean;
  bell: NonNullable<TerminalPreferences['bell']>;
  scrollback: number;
  copyOnSelect: boolean;
  rightClickPaste: boolean;
}

/** Until the server has said what settings and asset want. */
const UNKNOWN: TerminalAppearance = { scheme: 'night', font: 'menlo', fontSize: 14 };

/** Whatever comes first may be missing on this machine; the last ones have Han characters two cells wide. */
const FALLBACK_FONTS =
  '"JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK TC", "Microsoft JhengHei", monospace';

/** What the person chose goes first, then what the asset or the settings say. */
export function lookOf(chosen: TerminalPreferences, appearance = UNKNOWN): TerminalLook {
  const font = chosen.font ?? 'installation';
  return {
    scheme: chosen.scheme ?? appearance.scheme,
    font,
    fontFamily: familyOf(font === 'installation' ? appearance.font : font),
    fontSize: chosen.fontSize ?? appearance.fontSize,
    lineHeight: chosen.lineHeight ?? 1,
    cursor: chosen.cursor ?? 'block',
    cursorBlink: chosen.cursorBlink ?? true,
    bell: chosen.bell ?? 'flash',
    scrollback: chosen.scrollback ?? 5000,
    copyOnSelect: chosen.copyOnSelect ?? false,
    rightClickPaste: chosen.rightClickPaste ?? false,
  };
}

/** The settings hold a name or a list of names, which an administrator typed. */
function familyOf(names: string): string {
  const quoted = names
    .split(',')
    .map((name) => name.replaceAll(/["'\\]/g, '').trim())
    .filter((name) => name !== '')
    .map((name) => `"${name}"`);
  return [...quoted, FALLBACK_FONTS].join(', ');
}

/** One step larger or smaller, within bounds; 0 goes back to what settings and asset say. */
export function stepFontSize(
  { fontSize: chosen, ...rest }: TerminalPreferences,
  step: number,
  shown = chosen ?? UNKNOWN.fontSize,
): TerminalPreferences {
  if (step === 0) {
    return rest;
  }
  return { ...rest, fontSize: Math.min(SHOWN_SIZES.max, Math.max(SHOWN_SIZES.min, shown + step)) };
}
