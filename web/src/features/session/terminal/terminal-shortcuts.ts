import { isAltShift, type Keys } from '../session-frame/frame-shortcuts.ts';

export type TerminalShortcut =
  | { type: 'font'; step: -1 | 0 | 1 }
  | { type: 'find' | 'copy' | 'snippets' | 'broadcast' };

const FONT: Record<string, -1 | 0 | 1> = {
  Equal: 1,
  NumpadAdd: 1,
  Minus: -1,
  NumpadSubtract: -1,
  Digit0: 0,
  Numpad0: 0,
};
const WITH_CTRL_SHIFT: Record<string, TerminalShortcut> = { KeyF: { type: 'find' }, KeyC: { type: 'copy' } };
const WITH_ALT_SHIFT: Record<string, TerminalShortcut> = {
  KeyS: { type: 'snippets' },
  KeyB: { type: 'broadcast' },
};

/** Keys that neither a shell nor a browser needs. Ctrl with a letter is the shell's, so none of these is. */
export function terminalShortcutOf(keys: Keys): TerminalShortcut | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, code } = keys;
  if (isAltShift(keys)) {
    return WITH_ALT_SHIFT[code];
  }
  if (altKey || !(ctrlKey || metaKey)) {
    return undefined;
  }
  const step = FONT[code];
  // The plus sign needs Shift on many keyboards.
  if (step !== undefined && (!shiftKey || step === 1)) {
    return { type: 'font', step };
  }
  return shiftKey ? WITH_CTRL_SHIFT[code] : undefined;
}
