import { duplexPair } from 'node:stream';

import { expect, it } from 'vitest';

import { Chance } from '../../../testing/fuzz.ts';
import { ALL_FLAGS, startRelay } from '../../../testing/sftp-rig.ts';
import { isSoak, shortOrSoak } from '../../../testing/soak.ts';
import { packet, text, TYPE, type Field } from '../../ssh/sftp-packet.ts';
import { PacketStream } from './packet-stream.ts';
import { readRequest } from './request.ts';

const REPLIES = [TYPE.status, TYPE.handle, TYPE.data, TYPE.name, TYPE.attrs, TYPE.extendedReply];

/** Of the processor, for all that one connection asks for. What compiles it the first time counts here as well. */
const LONGEST_HOLD_MS = shortOrSoak(500, 50);
const MOST_MORE_BYTES = 256 * 2 ** 20;

function mutated(bytes: Buffer, chance: Chance): Buffer {
  const copy = Buffer.from(bytes);
  for (let count = chance.below(4); count > 0; count--) {
    copy[chance.below(copy.length)] = chance.below(256);
  }
  return chance.below(5) === 0 ? copy.subarray(0, chance.below(copy.length)) : copy;
}

it('never crashes, stalls or passes on what it did not read, whatever bytes come from either side', async () => {
  const chance = new Chance(20_261_118);
  let unknown = 0;
  let known = 0;
  let longest = 0;
  const before = process.memoryUsage().rss;
  for (let round = 0; round < shortOrSoak(60, 5000); round++) {
    const [target, far] = duplexPair();
    const rig = startRelay(ALL_FLAGS, target);
    const passed = new PacketStream({ bulkType: TYPE.write, hasHandle: true, maxBytes: 65_536 });
    far.on('data', (bytes: Buffer) => {
      passed.push(bytes);
      for (let step = passed.next(); step; step = passed.next()) {
        if (step.kind !== 'more') {
          answerSomehow(step.kind === 'bulk' ? step.head : step.bytes);
        }
      }
    });
    const answerSomehow = (request: Buffer) => {
      const id = request.readUInt32BE(5);
      if (request[4] === TYPE.init) {
        far.write(packet(TYPE.version, [3]));
        return;
      }
      // Throws at what does not read as a request.
      const { kind } = readRequest(request);
      unknown += kind === 'unknown' ? 1 : 0;
      known += id < 30 ? 1 : 0;
      if (id === 0xffff_ffff) {
        far.write(packet(TYPE.name, [id, 1, text('/home'), text(''), 0]));
      } else {
        const fields = chance.below(2) === 0 ? [id, text('abc')] : [id, 0, text(''), text('')];
        const reply = packet(chance.of(REPLIES), fields);
        far.write(chance.below(4) === 0 ? mutated(reply, chance) : reply);
      }
    };
    far.on('error', () => undefined);
    rig.side.on('error', () => undefined);
    rig.side.resume();
    rig.side.write(packet(TYPE.init, [3]));
    for (let count = 0; count < 30; count++) {
      const path = text('p'.repeat(chance.below(9)));
      const [type, ...fields] = chance.of<[number, ...Field[]]>([
        [1 + chance.below(24), path, BigInt(chance.below(1000)), path],
        [TYPE.lstat, path],
        [TYPE.open, path, chance.below(64), 0],
        [TYPE.rename, path, path],
        [TYPE.setstat, path, 8, 1, 2],
        [TYPE.read, text('abc'), 0n, chance.below(100)],
        [TYPE.write, text('abc'), 0n, text('x'.repeat(chance.below(90)))],
        [TYPE.extended, text('posix-rename@openssh.com'), path, path],
      ]);
      const request = packet(type, [count, ...fields]);
      rig.side.write(chance.below(4) === 0 ? mutated(request, chance) : request);
    }
    const { user } = process.threadCpuUsage();
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Of this thread: others have the processor too.
    longest = Math.max(longest, (process.threadCpuUsage().user - user) / 1000);
    rig.relay.close();
    await rig.relay.done;
  }
  const grown = process.memoryUsage().rss - before;
  if (isSoak) {
    process.stdout.write(
      `${longest.toFixed(1)} ms in a row at most, ${(grown / 2 ** 20).toFixed(0)} MiB more\n`,
    );
  }
  expect(longest).toBeLessThan(LONGEST_HOLD_MS);
  expect(grown).toBeLessThan(MOST_MORE_BYTES);
  expect(unknown).toBe(0);
  // It is not all refused for its form alone.
  expect(known).toBeGreaterThan(20);
});
