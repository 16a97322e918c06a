/** Keys as X11 numbers them. */
export const KEYSYM = {
  backspace: 0xff_08,
  tab: 0xff_09,
  enter: 0xff_0d,
  escape: 0xff_1b,
  delete: 0xff_ff,
  insert: 0xff_63,
  ctrl: 0xff_e3,
  shift: 0xff_e1,
  alt: 0xff_e9,
  super: 0xff_eb,
  f4: 0xff_c1,
} as const;

/** The key that would type a character, whether or not any keyboard has it. */
export function keysymOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) {
    return 0xff_00 | code;
  }
  return code < 0x1_00 ? code : 0x1_00_00_00 | code;
}

/** What a browser or its system keeps for itself, and a desktop may need. Pressed in this order, then released. */
export const COMBINATIONS = {
  ctrlAltDelete: [KEYSYM.ctrl, KEYSYM.alt, KEYSYM.delete],
  ctrlAltBackspace: [KEYSYM.ctrl, KEYSYM.alt, KEYSYM.backspace],
  ctrlShiftEscape: [KEYSYM.ctrl, KEYSYM.shift, KEYSYM.escape],
  altTab: [KEYSYM.alt, KEYSYM.tab],
  altF4: [KEYSYM.alt, KEYSYM.f4],
  windows: [KEYSYM.super],
  windowsD: [KEYSYM.super, keysymOf('d')],
  windowsE: [KEYSYM.super, keysymOf('e')],
  windowsR: [KEYSYM.super, keysymOf('r')],
  windowsX: [KEYSYM.super, keysymOf('x')],
} as const satisfies Record<string, readonly number[]>;

export type Combination = keyof typeof COMBINATIONS;

/** The same in every language, as it stands on the keys. */
export const COMBINATION_NAMES: Record<Combination, string> = {
  ctrlAltDelete: 'Ctrl+Alt+Del',
  ctrlAltBackspace: 'Ctrl+Alt+Backspace',
  ctrlShiftEscape: 'Ctrl+Shift+Esc',
  altTab: 'Alt+Tab',
  altF4: 'Alt+F4',
  windows: 'Windows',
  windowsD: 'Windows+D',
  windowsE: 'Windows+E',
  windowsR: 'Windows+R',
  windowsX: 'Windows+X',
};
