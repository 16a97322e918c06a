import type { MoveDirection, SplitDirection } from './pane-tree.ts';

export type Shortcut =
  | { type: 'font'; step: -1 | 0 | 1 }
  | { type: 'find' | 'copy' | 'open' | 'close' | 'snippets' | 'broadcast' }
  | { type: 'split'; direction: SplitDirection }
  | { type: 'move'; direction: MoveDirection }
  | { type: 'tab'; index: number };

type Keys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'code'>;

const FONT: Record<string, -1 | 0 | 1> = {
  Equal: 1,
  NumpadAdd: 1,
  Minus: -1,
  NumpadSubtract: -1,
  Digit0: 0,
  Numpad0: 0,
};
const WITH_CTRL_SHIFT: Record<string, Shortcut> = { KeyF: { type: 'find' }, KeyC: { type: 'copy' } };
const WITH_ALT_SHIFT: Record<string, Shortcut> = {
  KeyT: { type: 'open' },
  KeyW: { type: 'close' },
  KeyS: { type: 'snippets' },
  KeyB: { type: 'broadcast' },
  Equal: { type: 'split', direction: 'right' },
  Minus: { type: 'split', direction: 'down' },
  ArrowLeft: { type: 'move', direction: 'left' },
  ArrowRight: { type: 'move', direction: 'right' },
  ArrowUp: { type: 'move', direction: 'up' },
  ArrowDown: { type: 'move', direction: 'down' },
};

/** Keys that neither a shell nor a browser needs. Ctrl with a letter is the shell's, so none of these is. */
export function shortcutOf({ ctrlKey, metaKey, altKey, shiftKey, code }: Keys): Shortcut | undefined {
  if (altKey && shiftKey && !ctrlKey && !metaKey) {
    const digit = /^Digit([1-9])$/.exec(code)?.[1];
    return digit === undefined ? WITH_ALT_SHIFT[code] : { type: 'tab', index: Number(digit) - 1 };
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
