import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import type { FixedTerminal } from './fixed-terminal.ts';

/** Puts what comes of somebody's session onto a terminal: the first size after a start begins a new screen. */
export function screenEvents(terminal: FixedTerminal) {
  let isFresh = true;
  return {
    onStart: () => {
      isFresh = true;
    },
    onSize: (size: TerminalSize) => {
      if (isFresh) {
        terminal.reset(size);
      } else {
        terminal.resize(size);
      }
      isFresh = false;
    },
    onOutput: (bytes: Uint8Array) => terminal.write(bytes),
  };
}
