import { generateKeyPairSync, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import * as z from 'zod';

import { DEMO_MARK, DemoError, expectDemoDirectory, makeDataDirectory } from '../data-directory.ts';
import { DESK, HOSTS, SSH_IDENT, type HostPlace } from './hosts/host-profile.ts';

const PATIENCE_MS = 1000;

/** What a demo keeps of itself from one start to the next; the file is also the mark of its data directory. */
const DemoRecord = z.object({
  /** Of everybody in it. */
  password: z.string(),
  keys: z.record(z.string(), z.string()),
  places: z.array(z.object({ name: z.string(), address: z.string(), port: z.number().int() })),
  /** Whether people, hosts and what they did are there. */
  isFilled: z.boolean(),
});
type DemoRecord = z.infer<typeof DemoRecord>;

/** Without letters and digits that look alike: somebody may type it. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

export class DemoDirectory {
  readonly path: string;
  readonly record: DemoRecord;

  private constructor(path: string, record: DemoRecord) {
    this.path = path;
    this.record = record;
  }

  /** Refuses a directory that holds a real installation; beginning anew removes only what a demo has marked. */
  static open(path: string, { isFresh }: { isFresh: boolean }): DemoDirectory {
    expectDemoDirectory(path);
    const kept = readRecord(path);
    // One that was left half filled is of no use either.
    if (kept?.isFilled && !isFresh) {
      return new DemoDirectory(path, kept);
    }
    if (existsSync(join(path, DEMO_MARK))) {
      rmSync(path, { recursive: true });
    }
    makeDataDirectory(path);
    const directory = new DemoDirectory(path, newRecord());
    directory.#save();
    return directory;
  }

  keepPlaces(places: HostPlace[]): void {
    this.record.places = places;
    this.#save();
  }

  keepFilled(): void {
    this.record.isFilled = true;
    this.#save();
  }

  /** All of it or nothing. The mark itself comes before anything else: without it the directory would be somebody's. */
  #save(): void {
    const mark = join(this.path, DEMO_MARK);
    const file = existsSync(mark) ? `${mark}.part` : mark;
    writeFileSync(file, `${JSON.stringify(this.record, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(file, mark);
  }
}

/** Two at once would write into the same tables, and one that begins anew would remove those of the one that runs. */
export async function refuseRunningDemo(path: string): Promise<void> {
  const [place] = readRecord(path)?.places ?? [];
  if (place && place.port !== 0 && (await isHostOfDemo(place))) {
    throw new DemoError('demo_running', { dataDir: path });
  }
}

/** Its port may be somebody else's by now. */
async function isHostOfDemo({ address, port }: HostPlace): Promise<boolean> {
  // oxlint-disable-next-line jadegate/dialling -- a place that we wrote down ourselves, and nothing is sent there
  const socket = connect(port, address);
  try {
    const [said] = (await once(socket, 'data', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [Buffer];
    return said.toString('latin1').startsWith(`SSH-2.0-${SSH_IDENT}`);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Undefined for what was broken off before it was whole, too: such a demo begins anew. */
function readRecord(path: string): DemoRecord | undefined {
  const file = join(path, DEMO_MARK);
  try {
    return existsSync(file) ? DemoRecord.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      return undefined;
    }
    throw error;
  }
}

function newRecord(): DemoRecord {
  return {
    password: [newWord(), newWord(), newWord()].join('-'),
    keys: Object.fromEntries(HOSTS.map(({ name }) => [name, newKey()])),
    places: [...HOSTS, DESK].map(({ name, number }) => ({ name, address: `127.0.0.${number}`, port: 0 })),
    isFilled: false,
  };
}

const newWord = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)] ?? 'x').join('');

const newKey = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  }).privateKey;
