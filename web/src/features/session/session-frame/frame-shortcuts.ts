import type { MoveDirection, SplitDirection } from './pane-tree.ts';

export type FrameShortcut =
  | { type: 'open' | 'close' | 'leave' }
  | { type: 'split'; direction: SplitDirection }
  | { type: 'move'; direction: MoveDirection }
  | { type: 'tab'; index: number };

export type Keys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'code'>;

const WITH_ALT_SHIFT: Record<string, FrameShortcut> = {
  KeyT: { type: 'open' },
  KeyW: { type: 'close' },
  KeyL: { type: 'leave' },
  Equal: { type: 'split', direction: 'right' },
  Minus: { type: 'split', direction: 'down' },
  ArrowLeft: { type: 'move', direction: 'left' },
  ArrowRight: { type: 'move', direction: 'right' },
  ArrowUp: { type: 'move', direction: 'up' },
  ArrowDown: { type: 'move', direction: 'down' },
};

/** Alt and Shift together: neither a browser nor a program on the other side needs them. */
export function isAltShift({ ctrlKey, metaKey, altKey, shiftKey }: Keys): boolean {
  return altKey && shiftKey && !ctrlKey && !metaKey;
}

export function frameShortcutOf(keys: Keys): FrameShortcut | undefined {
  if (!isAltShift(keys)) {
    return undefined;
  }
  const digit = /^Digit([1-9])$/.exec(keys.code)?.[1];
  return digit === undefined ? WITH_ALT_SHIFT[keys.code] : { type: 'tab', index: Number(digit) - 1 };
}

/** A session takes every other key, also Tab. This one leads out of it: to its panel, to the bar, and back. */
export function nextPlace(from: Element | null, hasPanel: boolean): 'session' | 'panel' | 'bar' {
  if (from?.closest('[data-part="bar"]')) {
    return 'session';
  }
  return hasPanel && !from?.closest('[data-part="panel"]') ? 'panel' : 'bar';
}
