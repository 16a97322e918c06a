import * as z from 'zod';

/** Colours a terminal can be drawn in. Their values are the console's; a test there checks that all can be read. */
export const TERMINAL_SCHEMES = [
  'night',
  'jade',
  'contrast',
  'phosphor',
  'amber',
  'ink',
  'dusk',
  'forest',
  'plum',
  'slate',
  'paper',
  'porcelain',
  'sand',
  'mint',
] as const;
export type TerminalScheme = (typeof TERMINAL_SCHEMES)[number];

/** Fonts that may be on somebody's machine. `installation`: the one of the settings or of the asset. */
export const TERMINAL_FONTS = [
  'installation',
  'JetBrains Mono',
  'Menlo',
  'Consolas',
  'Cascadia Mono',
  'SF Mono',
  'Ubuntu Mono',
  'DejaVu Sans Mono',
  'Noto Sans Mono CJK TC',
  'Sarasa Mono TC',
] as const;

export const CURSOR_SHAPES = ['block', 'bar', 'underline'] as const;
export const BELLS = ['off', 'flash', 'sound'] as const;
const FONT_SIZES = { min: 6, max: 96 } as const;
export const LINE_HEIGHTS = { min: 1, max: 2 } as const;
const SCROLLBACK = { min: 0, max: 50_000 } as const;

/** How somebody wants terminals. What is not there was not chosen: settings and asset decide, then the console. */
export const TerminalPreferences = z.strictObject({
  scheme: z.enum(TERMINAL_SCHEMES).optional(),
  font: z.enum(TERMINAL_FONTS).optional(),
  fontSize: z.number().int().min(FONT_SIZES.min).max(FONT_SIZES.max).optional(),
  lineHeight: z.number().min(LINE_HEIGHTS.min).max(LINE_HEIGHTS.max).optional(),
  cursor: z.enum(CURSOR_SHAPES).optional(),
  cursorBlink: z.boolean().optional(),
  bell: z.enum(BELLS).optional(),
  scrollback: z.number().int().min(SCROLLBACK.min).max(SCROLLBACK.max).optional(),
  copyOnSelect: z.boolean().optional(),
  rightClickPaste: z.boolean().optional(),
});
export type TerminalPreferences = z.infer<typeof TerminalPreferences>;

/** What settings and asset say a terminal looks like, for those who have not chosen. */
export const TerminalAppearance = z.object({
  scheme: z.enum(TERMINAL_SCHEMES),
  font: z.string(),
  fontSize: z.number().int(),
});
export type TerminalAppearance = z.infer<typeof TerminalAppearance>;

/** The colour schemes of the product family, in ours. */
const FAMILY_SCHEMES: Readonly<Record<string, TerminalScheme>> = {
  'gray-black': 'night',
  'green-black': 'phosphor',
  'white-black': 'contrast',
  'black-white': 'paper',
};

export function schemeOf(familyScheme: string): TerminalScheme {
  return FAMILY_SCHEMES[familyScheme] ?? 'night';
}
