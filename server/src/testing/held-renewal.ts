import { vi } from 'vitest';

import { ServerProcessRepository } from '../platform/server-process/server-process.repository.ts';

/**
 * Begins a sign of life and holds it where it is: on its way to the database, or on its way back. Only this one; answers
 * how it goes on, and resolves once it is held.
 */
export async function holdRenewal(
  where: 'going' | 'coming',
  renew: () => Promise<void>,
): Promise<() => Promise<void>> {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  let isHeld = false;
  // oxlint-disable-next-line typescript/unbound-method -- called on what it is a method of
  const { renew: original } = ServerProcessRepository.prototype;
  const spy = vi.spyOn(ServerProcessRepository.prototype, 'renew').mockImplementation(async function (
    this: ServerProcessRepository,
    ...row
  ) {
    const early = where === 'coming' ? await original.apply(this, row) : undefined;
    isHeld = true;
    await gate;
    return early ?? original.apply(this, row);
  });
  const renewed = renew();
  await vi.waitUntil(() => isHeld, { timeout: 10_000 });
  spy.mockRestore();
  return () => {
    letGo();
    return renewed;
  };
}
