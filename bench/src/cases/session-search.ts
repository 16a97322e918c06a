import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';

import { LOOPBACK } from '../../../e2e/src/hosts.ts';
import { Product } from '../../../e2e/src/support/product.ts';
import { LeanClient } from '../lean-client.ts';
import { manyCallers } from '../many-callers.ts';
import type { Check, Suite } from '../ratio.ts';
import { makeSessions } from '../recorded-sessions.ts';

/** 10,000 sessions of 100 kB: JADEGATE_BENCH_SESSIONS makes it less for a quick look. */
const SESSIONS = Number(process.env.JADEGATE_BENCH_SESSIONS ?? 10_000);
const BYTES_EACH = 100_000;
const PASSWORD = 'a password for benches';
const FIRST_PAGE_MS = 500;
const PLAYER_MS = 1000;
const INDEX_PATIENCE_MS = 30 * 60_000;

const SINGLE = 'needle 7f3a-in-a-haystack';
const LAST = 'the-very-last-line';
/** Three characters that nothing else prints. */
const HAN = String.fromCodePoint(0x9f_34, 0x9f_20, 0x9f_37);

interface Hit {
  sessionId: string;
  at: number;
}

interface SearchPage {
  items: Hit[];
  next: string | null;
}

/** One box over about a gigabyte of output: the first page of any search, and the player at the moment. */
export async function sessionSearch(): Promise<Suite> {
  const env = {
    JADEGATE_ADMIN_PASSWORD: PASSWORD,
    JADEGATE_LOG_LEVEL: 'warn',
    JADEGATE_TRUSTED_PROXIES: LOOPBACK,
  };
  const first = await Product.start({ env });
  await first.stop();
  const needles = { [Math.floor(SESSIONS / 2)]: `${SINGLE} ${HAN}`, [SESSIONS - 1]: LAST };
  const { bytes, apart } = makeSessions(first.dataDir, { count: SESSIONS, bytesEach: BYTES_EACH, needles });
  const product = await Product.start({ env, dataDir: first.dataDir, port: first.port });
  const caller = await signIn(product.url);
  const search = async (text: string): Promise<SearchPage> =>
    get<SearchPage>(caller, `/session-search/paging?pageSize=20&text=${encodeURIComponent(text)}`);

  const started = performance.now();
  while ((await search(LAST)).items.length === 0) {
    if (performance.now() - started > INDEX_PATIENCE_MS) {
      throw new Error('the index was not ready in time');
    }
    await sleep(1000);
  }
  report(bytes, (performance.now() - started) / 1000, product.dataDir);

  const firstPage = (name: string, text: string, expected: (count: number) => boolean): Check => ({
    name: `first page of a search over ${SESSIONS} sessions: ${name}`,
    unit: 'ms',
    candidate: {
      name: JSON.stringify(text),
      run: async () => {
        const { ms, result } = await timed(() => search(text));
        if (!expected(result.items.length)) {
          throw new Error(`${text}: ${result.items.length} found`);
        }
        return ms;
      },
    },
    atMost: FIRST_PAGE_MS,
  });
  return {
    cases: [
      {
        name: 'first page of the list of sessions, to compare with',
        unit: 'ms',
        candidate: {
          name: 'first page',
          run: async () =>
            (await timed(() => get(caller, '/sessions/paging?status=disconnected&pageSize=20'))).ms,
        },
        atMost: FIRST_PAGE_MS,
      },
      firstPage('printed once', SINGLE, (count) => count === 1),
      firstPage('everywhere', 'error', (count) => count === 20),
      firstPage('two Chinese characters, once', HAN.slice(0, 2), (count) => count === 1),
      firstPage('three Chinese characters, once', HAN, (count) => count === 1),
      firstPage('two letters', 'qz', (count) => count === 20),
      firstPage('nowhere', 'zzqzzqzz', (count) => count === 0),
      firstPage('an address that is nowhere', '10.256.1.2', (count) => count === 0),
      firstPage('known words that never met', apart, (count) => count === 0),
      {
        name: 'the player at the moment of a find',
        unit: 'ms',
        candidate: {
          name: 'outline, keyframe and part',
          run: async () => {
            const [hit] = (await search(SINGLE)).items;
            const { ms } = await timed(() => openPlayer(caller, hit?.sessionId ?? ''));
            return ms;
          },
        },
        atMost: PLAYER_MS,
      },
    ],
    close: () => product.dispose(),
  };
}

interface Caller {
  client: LeanClient;
  /** The bytes of a file. */
  read: (path: string) => Promise<void>;
}

async function signIn(url: string): Promise<Caller> {
  const headers = manyCallers();
  const client = new LeanClient(url, headers);
  const credentials = { username: 'admin', password: PASSWORD };
  const { data } = await client.call<{ token: string }>('POST', '/login', credentials);
  client.useToken(data.token);
  return {
    client,
    read: async (path) => {
      const response = await fetch(url + path, { headers: { ...headers(), [TOKEN_HEADER]: data.token } });
      if (response.headers.get('content-type') !== 'application/octet-stream') {
        throw new Error(`${path} is no file: ${await response.text()}`);
      }
      await response.arrayBuffer();
    },
  };
}

async function get<Data = unknown>({ client }: Caller, path: string): Promise<Data> {
  const { code, message, data } = await client.call<Data>('GET', path);
  if (code !== 1) {
    throw new Error(`${path}: ${message}`);
  }
  return data;
}

/** What the page loads before it shows the screen of a moment. */
async function openPlayer(caller: Caller, id: string): Promise<void> {
  await get(caller, `/sessions/${id}/recording/segments`);
  await Promise.all(
    ['keyframes', 'segments'].map((part) => caller.read(`/sessions/${id}/recording/${part}/1`)),
  );
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}

function report(bytes: number, seconds: number, dataDir: string): void {
  const index = ['search.db', 'search.db-wal'].reduce(
    (sum, name) => sum + (statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const megabytes = bytes / 1e6;
  process.stdout.write(
    `       ${megabytes.toFixed(0)} MB of output were indexed in ${seconds.toFixed(0)} s, ${(megabytes / seconds).toFixed(1)} MB/s; the index is ${(index / bytes).toFixed(2)} of that\n`,
  );
}
