import { decodeFrame, encodeBinary } from '@jadegate/contract/session/terminal-socket';

import { perSecond, type Case, type Suite } from '../ratio.ts';

const CHUNK_BYTES = 32_768;
const DURATION_MS = 500;

/** A terminal frame is one copy of its bytes and nothing per byte: compared with that one copy. */
export async function terminalCodec(): Promise<Suite> {
  const bytes = new Uint8Array(CHUNK_BYTES).fill(0x61);
  const megabytes = (rate: number) => (rate * CHUNK_BYTES) / 1e6;
  const codec: Case = {
    name: 'terminal frames, written and read',
    unit: 'MB/s',
    baseline: {
      name: 'one copy',
      run: async () =>
        megabytes(await perSecond(DURATION_MS, () => new Uint8Array(CHUNK_BYTES + 1).set(bytes, 1))),
    },
    candidate: {
      name: 'codec',
      run: async () =>
        megabytes(
          await perSecond(DURATION_MS, () => void decodeFrame(encodeBinary({ type: 'data', bytes }))),
        ),
    },
    atLeast: 0.7,
  };
  return { cases: [codec], close: async () => undefined };
}
