import { vi } from 'vitest';

/** Waits for what will come, for longer than vitest does: others use the machine, too. */
export function until<Result>(holds: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(holds, { timeout: 30_000, interval: 20 });
}
