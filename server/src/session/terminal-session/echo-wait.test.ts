import { expect, it } from 'vitest';

import type { LineWatch, Look } from '../../protocols/terminal-line/line-watch.ts';
import { EchoWait } from './echo-wait.ts';

/** A line that somebody typed and whose echo is still to come. */
class TypedLine {
  isSettled = false;
  outputBytes = 0;

  readCurrentLine(): Look {
    return { isSettled: this.isSettled, isCertain: true, isBusy: false } as Look;
  }
}

function holdTheServer(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    // busy
  }
}

it('gives the target its time also when the server itself was too busy to look', async () => {
  const line = new TypedLine();
  const echo = new EchoWait(line as unknown as LineWatch);
  echo.noteSent();
  const settled = echo.settledLook('mei', () => false);
  setTimeout(() => {
    holdTheServer(400);
    // the echo has been at the door meanwhile, and comes in behind everything else
    setTimeout(() => (line.isSettled = true), 15);
  }, 1);
  expect((await settled).isSettled).toBe(true);
});

it('waits only so long for a line that is not echoed', async () => {
  const echo = new EchoWait(new TypedLine() as unknown as LineWatch);
  echo.noteSent();
  expect((await echo.settledLook('mei', () => false)).isSettled).toBe(false);
});
