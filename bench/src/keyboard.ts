import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { LeanTerminal } from './lean-terminal.ts';
import { percentile } from './ratio.ts';

const KEYS = 200;
/** A process that has just started runs code that nothing has made fast yet. */
const WARM_UP_KEYS = 3000;
/** A fast typist's pace would take too long; this leaves each key alone on its way. */
const BETWEEN_MS = 3;

/** Resolves when the echo of the key is back. */
export type Keyboard = (key: string) => Promise<void>;

/** Types at a terminal where nothing thinks about what comes: the only echo is that of the terminal. */
export async function keyboardOf(terminal: LeanTerminal): Promise<Keyboard> {
  terminal.type('PS1=; exec cat > /dev/null\n');
  await sleep(500);
  return async (key) => {
    const from = terminal.received;
    terminal.type(key);
    await terminal.has(from + 1);
  };
}

/** The same of an `ssh` whose terminal does nothing but echo. */
export async function directKeyboard(child: ChildProcess): Promise<Keyboard> {
  await sleep(1000);
  let heard: (() => void) | undefined;
  child.stdout?.on('data', () => heard?.());
  return async (key) => {
    const echo = new Promise<void>((resolve) => (heard = resolve));
    child.stdin?.write(key);
    await echo;
  };
}

export async function warmUp(keyboard: Keyboard): Promise<void> {
  await delay(keyboard, 1, { keys: WARM_UP_KEYS, betweenMs: 0 });
}

/** Milliseconds within which this part of the echoes is back. */
export async function delay(
  keyboard: Keyboard,
  part: number,
  { keys, betweenMs } = { keys: KEYS, betweenMs: BETWEEN_MS },
): Promise<number> {
  const delays: number[] = [];
  for (let key = 0; key < keys; key++) {
    const started = performance.now();
    // A new line now and then: a terminal takes no more than 4096 keys on one.
    await keyboard(key % 50 === 49 ? '\n' : 'x');
    delays.push(performance.now() - started);
    await sleep(betweenMs);
  }
  return percentile(delays, part);
}
