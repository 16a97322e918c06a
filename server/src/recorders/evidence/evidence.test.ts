import { randomBytes } from 'node:crypto';
import { cp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ChainReport } from '@jadegate/contract/session/evidence-finding';
import { CHAIN_FILE } from '@jadegate/contract/session/evidence/chain-format';
import type { EvidenceKey } from '@jadegate/contract/session/evidence/evidence-crypto';
import { verifyRecording } from '@jadegate/contract/session/evidence/verify-recording';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  HandClock,
  keysOf,
  newFolder,
  newTestKey,
  openSignedDesktop,
  openSignedTerminal,
  SIGNED_SESSION,
} from '../../testing/signed-recording.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { filesIn } from '../recording-files.ts';
import { compressSegment, segmentImage, type SegmentFormat } from '../segment.ts';
import { ChainKeeper } from './chain-keeper.ts';
import { nodeCrypto, readEvidenceKey } from './node-crypto.ts';
import { KeptRecording } from './recorded-files.ts';

/** Thousands of them take minutes. */
const LONG_MS = shortOrSoak(60_000, 900_000);

const keeper = new ChainKeeper();
const key = newTestKey();
let folder = '';
const made: string[] = [];

beforeEach(async () => {
  folder = join(await newFolder(), 'session');
  made.push(join(folder, '..'));
});
afterEach(() => Promise.all(made.splice(0).map((one) => rm(one, { recursive: true, force: true }))));
afterAll(() => keeper.close());

interface Looked {
  kind?: SegmentFormat;
  session?: string;
}

function verify(where = folder, { kind = 'terminal', session = SIGNED_SESSION }: Looked = {}) {
  return verifyRecording(new KeptRecording(filesIn(where), kind), {
    crypto: nodeCrypto,
    keys: keysOf(key),
    session,
  });
}
const said = ({ verdict, finding }: ChainReport) => [verdict, finding?.code];
const chainLines = async () => (await readFile(join(folder, CHAIN_FILE), 'utf8')).split('\n').slice(0, -1);
const segments = async () => (await readdir(folder)).filter((name) => name.endsWith('.seg')).toSorted();

/** Several segments, some of them of several parts. */
async function recordTerminal({ clock = new HandClock(), segmentCount = 3, end = true } = {}) {
  const writer = await openSignedTerminal({ keeper, folder, key, clock });
  for (let number = 0; number < segmentCount; number++) {
    writer.output(randomBytes(1200));
    clock.at += 20_000;
    await writer.settle();
    writer.input(randomBytes(1200), 'mei');
    await writer.settle();
  }
  writer.output(Buffer.from('$ exit\r\n'));
  await writer.settle();
  if (end) {
    await writer.close();
  }
  return writer;
}

describe('a signed recording', () => {
  it('is whole, raw and compressed, and says who was where', async () => {
    const writer = await recordTerminal();
    expect(await segments()).toHaveLength(4);
    const report = await verify();
    expect(said(report)).toEqual(['whole', undefined]);
    expect(report.begin).toMatchObject({
      session: SIGNED_SESSION,
      kind: 'terminal',
      user: { name: '王美' },
      asset: { name: 'web-01', address: '127.0.0.1:22' },
      account: 'root',
      key: key.id,
    });
    expect(writer.signed).toEqual({ key: key.id, links: report.links, hash: report.hash });
    for (const name of await segments()) {
      await compressSegment(join(folder, name));
    }
    expect(await verify()).toEqual(report);
  });

  it('of a desktop covers pictures and what was done', async () => {
    const writer = await openSignedDesktop({ keeper, folder, key });
    writer.output(Buffer.from('4.size,1.0,3.640,3.480;'));
    writer.act({ kind: 'copy', text: 'secret', by: 'mei' } as never);
    await writer.keyframe(Buffer.from('4.size,1.0,3.640,3.480;'));
    writer.output(Buffer.from('4.sync,1.1;'));
    await writer.close();
    const report = await verify(folder, { kind: 'desktop' });
    expect(said(report)).toEqual(['whole', undefined]);
    expect(await readdir(folder)).toEqual(['000001.key', '000001.seg', 'acts.jsonl', CHAIN_FILE]);
    for (const name of ['000001.key', 'acts.jsonl']) {
      const path = join(folder, name);
      const bytes = await readFile(path);
      await rm(path);
      expect(said(await verify(folder, { kind: 'desktop' }))).toEqual(['altered', 'file_missing']);
      await writeFile(path, flipped(bytes, (bytes.length - 2) * 8));
      expect(said(await verify(folder, { kind: 'desktop' }))).toEqual(['altered', 'bytes_changed']);
      await writeFile(path, bytes);
    }
  });

  it('is signed within ten seconds of what came, and not while nothing does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const writer = await openSignedTerminal({ keeper, folder, key });
      const signedLines = async () => (await chainLines()).length;
      writer.output(Buffer.from('a'));
      await vi.advanceTimersByTimeAsync(250);
      await writer.settle();
      expect(await signedLines()).toBe(1);
      await vi.advanceTimersByTimeAsync(9750);
      await vi.waitFor(async () => expect(await signedLines()).toBe(2), { timeout: 30_000 });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await signedLines()).toBe(2);
      await writer.close();
      expect(await signedLines()).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('says when the clock of the machine was moved, and goes by its own', async () => {
    const clock = new HandClock();
    const wall = new HandClock();
    const writer = await openSignedTerminal({ keeper, folder, key, clock, wall });
    writer.output(Buffer.from('a'));
    clock.at += 1000;
    wall.at -= 3_600_000;
    await writer.close();
    const report = await verify();
    expect(said(report)).toEqual(['whole', undefined]);
    expect(report.remarks).toContainEqual({ kind: 'clock_moved', at: clock.at, byMs: -3_601_000 });
  });

  it('that cannot be signed any more is given up like one that cannot be written', async () => {
    const failures: unknown[] = [];
    const own = new ChainKeeper();
    const writer = await openSignedTerminal({
      keeper: own,
      folder,
      key,
      onFailure: (error) => failures.push(error),
    });
    writer.output(Buffer.from('a'));
    await writer.settle();
    await own.close();
    await writer.close();
    expect(failures).toHaveLength(1);
    expect(writer.hasFailed).toBe(true);
    expect(said(await verify())).toEqual(['incomplete', 'no_end']);
  });
});

describe('what broke off', () => {
  it('is incomplete: also with a half line, and with bytes that nobody has signed yet', async () => {
    const writer = await recordTerminal({ end: false });
    const copy = join(folder, '..', 'copy');
    await cp(folder, copy, { recursive: true });
    await writer.close();
    const report = await verify(copy);
    expect(said(report)).toEqual(['incomplete', 'no_end']);
    expect(report.remarks).toContainEqual(expect.objectContaining({ kind: 'unsigned_bytes' }));
    const chain = await readFile(join(folder, CHAIN_FILE));
    for (const cut of [1, 40, 120]) {
      await writeFile(join(copy, CHAIN_FILE), chain.subarray(0, chain.length - cut));
      expect(said(await verify(copy))).toEqual(['incomplete', 'no_end']);
    }
  });

  it('and was cut further is incomplete, too, and says from where', async () => {
    await recordTerminal();
    const names = await segments();
    await rm(join(folder, names.at(-1) ?? ''));
    expect(said(await verify())).toEqual(['incomplete', 'tail_missing']);
    await truncate(join(folder, names.at(-2) ?? ''), 700);
    const report = await verify();
    expect(said(report)).toEqual(['incomplete', 'tail_missing']);
    expect(report.finding?.place.file).toBe(names.at(-2));
  });
});

function flipped(bytes: Buffer, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  const index = Math.floor(bit / 8) % bytes.length;
  changed[index] = (changed[index] ?? 0) ^ (1 << (bit % 8));
  return changed;
}

const UNTOUCHED = 'untouched';
/** What somebody may do to a recording that is over, and what that is called. */
type Harm = (pick: number) => Promise<string>;
const pickOf = <One>(list: readonly One[], pick: number): One => list[pick % list.length] as One;
const another = randomBytes(64).toString('base64');

async function changeLine(pick: number, change: (line: string, index: number) => string | undefined) {
  const lines = await chainLines();
  const index = pick % (lines.length - 1);
  const changed = lines.flatMap((line, at) => (at === index ? (change(line, index) ?? []) : line));
  await writeFile(join(folder, CHAIN_FILE), `${changed.join('\n')}\n`);
}

const HARMS: Record<string, Harm> = {
  'a bit of a segment': async (pick) => {
    const path = join(folder, pickOf(await segments(), pick));
    const bytes = await readFile(path);
    const changed = flipped(bytes, pick);
    await writeFile(path, changed);
    // Some bits of the packing can be another without a byte of what was signed being another.
    const signed = await segmentImage(bytes);
    const isSame = await segmentImage(changed).then(
      (image) => image.equals(signed),
      () => false,
    );
    return isSame ? UNTOUCHED : 'bytes_changed';
  },
  'a segment removed': async (pick) => {
    const names = await segments();
    await rm(join(folder, pickOf(names.slice(0, -1), pick)));
    return 'file_missing';
  },
  'a segment cut': async (pick) => {
    const path = join(folder, pickOf((await segments()).slice(0, -1), pick));
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, 32 + (pick % (bytes.length - 33))));
    return 'bytes_missing|bytes_changed';
  },
  'two segments swapped': async (pick) => {
    const names = (await segments()).slice(0, -1);
    const [one, other] = [pickOf(names, pick), pickOf(names, pick + 1)];
    await rename(join(folder, one), join(folder, 'aside'));
    await rename(join(folder, other), join(folder, one));
    await rename(join(folder, 'aside'), join(folder, other));
    return 'bytes_changed|bytes_missing';
  },
  'bytes added': async (pick) => {
    const path = join(folder, pickOf(await segments(), pick));
    await compressSegment(path);
    await writeFile(path, Buffer.concat([await readFile(path), Buffer.from([pick & 0xff])]));
    return 'bytes_added|bytes_changed';
  },
  'a segment added': async () => {
    await cp(join(folder, '000001.seg'), join(folder, '000009.seg'));
    return 'file_added';
  },
  'a signature replaced': async (pick) => {
    await changeLine(pick, (line) => `${line.split('\t')[0]}\t${another}`);
    return 'line_signature';
  },
  'the time of a line moved': async (pick) => {
    await changeLine(pick, (line) => line.replace(/"at":(\d+)/, (_all, at) => `"at":${Number(at) + 60_000}`));
    return 'line_signature';
  },
  'a line removed': async (pick) => {
    await changeLine(pick, () => undefined);
    return 'line_order';
  },
  'two lines swapped': async (pick) => {
    const lines = await chainLines();
    const index = pick % (lines.length - 1);
    [lines[index], lines[index + 1]] = [lines[index + 1] ?? '', lines[index] ?? ''];
    await writeFile(join(folder, CHAIN_FILE), `${lines.join('\n')}\n`);
    return 'line_order';
  },
  'a bit of a line': async (pick) => {
    const path = join(folder, CHAIN_FILE);
    const bytes = await readFile(path);
    const end = bytes.indexOf('\n') * 8;
    await writeFile(path, flipped(bytes, pick % end));
    return '';
  },
  'a line after the end': async () => {
    const lines = await chainLines();
    await writeFile(join(folder, CHAIN_FILE), `${[...lines, lines.at(-1)].join('\n')}\n`);
    return 'line_order';
  },
};

describe('what was changed', () => {
  it(
    'is altered, whatever it was, and named',
    async () => {
      await recordTerminal();
      const whole = `${folder}-whole`;
      await cp(folder, whole, { recursive: true });
      const harms = fc.constantFrom(...Object.keys(HARMS));
      await fc.assert(
        fc.asyncProperty(harms, fc.nat(1_000_000), fc.boolean(), async (name, pick, isPacked) => {
          await rm(folder, { recursive: true });
          await cp(whole, folder, { recursive: true });
          if (isPacked) {
            await Promise.all((await segments()).map((one) => compressSegment(join(folder, one))));
          }
          const code = await HARMS[name]?.(pick);
          const report = await verify();
          expect(report.verdict).toBe(code === UNTOUCHED ? 'whole' : 'altered');
          expect(
            code === UNTOUCHED || code === '' || code?.split('|').includes(report.finding?.code ?? ''),
          ).toBe(true);
        }),
        { numRuns: shortOrSoak(150, 5000) },
      );
    },
    LONG_MS,
  );

  it('of another session, or with a key that nobody has, is not this one', async () => {
    await recordTerminal();
    expect(said(await verify(folder, { session: 'another' }))).toEqual(['altered', 'other_session']);
    const files = new KeptRecording(filesIn(folder), 'terminal');
    const expected = { crypto: nodeCrypto, session: SIGNED_SESSION };
    const unknown = await verifyRecording(files, { ...expected, keys: keysOf(newTestKey()) });
    expect(said(unknown)).toEqual(['altered', 'key_missing']);
    const { id } = key;
    const impostor = newTestKey();
    const keys = new Map([[id, readEvidenceKey(impostor.spki) as EvidenceKey]]);
    expect(said(await verifyRecording(files, { ...expected, keys }))).toEqual(['altered', 'line_signature']);
  });

  it('recorded without a chain is not signed', async () => {
    await recordTerminal();
    await rm(join(folder, CHAIN_FILE));
    expect(said(await verify())).toEqual(['unsigned', undefined]);
  });
});
