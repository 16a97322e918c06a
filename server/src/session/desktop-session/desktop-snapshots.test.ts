import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import { expect, it, vi } from 'vitest';

import type { GuacdConnection, GuacdEvents } from '../../protocols/guacd/connection.ts';
import { InstructionReader } from '../../protocols/guacd/instruction.ts';
import { NoPicture, DesktopSnapshots } from './desktop-snapshots.ts';

/** What guacd draws for somebody who joined. */
async function joined() {
  let events: GuacdEvents | undefined;
  const connection = { listen: (given: GuacdEvents) => (events = given), send: vi.fn(), close: vi.fn() };
  const pictures = new DesktopSnapshots(async () => connection as unknown as GuacdConnection);
  const [onPicture, onFailure] = [vi.fn<(picture: Buffer) => void>(), vi.fn<(error: unknown) => void>()];
  pictures.take({ onPicture, onFailure });
  await vi.waitFor(() => expect(events).toBeDefined(), { timeout: 30_000 });
  const draw = (...instructions: (string | number)[][]) =>
    events?.onInstructions(
      new InstructionReader().read(
        Buffer.from(instructions.map((elements) => encodeInstruction(...elements)).join('')),
      ),
    );
  return { pictures, connection, onPicture, onFailure, draw };
}

it('is given when both streams have come to the same frame', async () => {
  const { pictures, connection, onPicture, draw } = await joined();
  draw(['size', 0, 8, 8], ['sync', 7], ['cursor', 1]);
  expect(onPicture).not.toHaveBeenCalled();
  pictures.onFrame(7);
  expect(onPicture.mock.calls[0]?.[0].toString()).toBe(
    encodeInstruction('size', 0, 8, 8) + encodeInstruction('sync', 7),
  );
  expect(connection.close).toHaveBeenCalled();
});

it('is given up when guacd draws on without an end while the session rests', async () => {
  const { connection, onPicture, onFailure, draw } = await joined();
  const blob = 'x'.repeat(60_000);
  for (let frame = 1; frame < 700 && onFailure.mock.calls.length === 0; frame += 1) {
    draw(['blob', 1, blob], ['sync', frame]);
  }
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(NoPicture));
  expect(onPicture).not.toHaveBeenCalled();
  expect(connection.close).toHaveBeenCalled();
});
