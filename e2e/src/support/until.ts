import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const EVERY_MS = 50;

/** Waits until a look gives something, also outside of a test. */
export async function until<Value>(
  what: string,
  look: () => Value | undefined | Promise<Value | undefined>,
  patienceMs = PATIENCE_MS,
): Promise<Value> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const value = await look();
    if (value !== undefined) {
      return value;
    }
    if (Date.now() > deadline) {
      throw new Error(`it did not come to this within ${patienceMs} ms: ${what}`);
    }
    await sleep(EVERY_MS);
  }
}
