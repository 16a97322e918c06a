import { isTerminalReply } from '../../../components/terminal/terminal-replies.ts';

interface TypedKeys {
  /** The pane in which something was typed. */
  from: string;
  text: string;
  /** The pane that has the focus. */
  focused: string | undefined;
  /** Panes chosen to receive the same keys. */
  chosen: readonly string[];
  /** Panes that can be seen: nobody types into what they cannot see. */
  visible: readonly string[];
}

/** The panes that receive what was typed. */
export function receivers({ from, text, focused, chosen, visible }: TypedKeys): string[] {
  const isShared = from === focused && chosen.includes(from) && !isTerminalReply(text);
  return isShared ? visible.filter((id) => chosen.includes(id)) : [from];
}

/** The letter as typed with Ctrl held down; what Ctrl does not change stays. */
export function withCtrl(text: string): string {
  const code = text.length === 1 ? text.toUpperCase().charCodeAt(0) : 0;
  return code >= 0x40 && code <= 0x5f ? String.fromCharCode(code - 0x40) : text;
}

/** Keys that hold for the next one. */
export const HELD_KEYS = ['Ctrl', 'Alt'] as const;
export type HeldKey = (typeof HELD_KEYS)[number];

/** What a key sends while another is held down. Alt sends Esc before it, as terminals do. */
export function withHeld(held: HeldKey, text: string): string {
  return held === 'Ctrl' ? withCtrl(text) : `\u001B${text}`;
}
