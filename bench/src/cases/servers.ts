import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ServerRow } from '@jadegate/contract/platform/server';

import { Product } from '../../../e2e/src/support/product.ts';
import { ServerGroup } from '../../../e2e/src/support/server-group.ts';
import { delay, keyboardOf, warmUp } from '../keyboard.ts';
import { LeanClient } from '../lean-client.ts';
import type { LeanTerminal } from '../lean-terminal.ts';
import { LogText } from '../log-text.ts';
import { manyCallers } from '../many-callers.ts';
import type { Bound, Case, Suite } from '../ratio.ts';
import { processorSecondsOf, Stage, STAGE_ENV } from '../stage.ts';
import { weigh, WEIGHED } from '../weigh.ts';

const FILE_BYTES = 64 * 1024 * 1024;
const IDLE_SESSIONS = 200;
const ASSETS = 1000;
/** Callers of lists, each with one question at a time. */
const CALLERS = 12;
const LIST_MS = 3000;
const LIST = '/assets/paging?pageIndex=1&pageSize=20';

/**
 * Three servers on one PostgreSQL. One holds every session; what comes to another is led to it. Against the same session
 * reached directly: what a key and a flood lose on the way, and what it costs in memory.
 */
export async function servers(): Promise<Suite> {
  const group = await ServerGroup.start((how) => Product.startAlone(how), {
    count: 3,
    env: () => ({ ...STAGE_ENV, ...WEIGHED }),
  });
  const [holder, beside] = group.servers as [Product, Product, Product];
  const stage = await Stage.at(holder);
  await leaveSessionsTo(stage, group.servers);
  const direct = await stage.shell();
  const led = await stage.shell(beside.url);
  const lists = new Lists(group.servers, stage);
  return {
    cases: [
      await echo(direct.terminal, led.terminal),
      await bulk(stage, beside),
      ...memory(stage, beside),
      ...(await lists.cases()),
    ],
    close: async () => {
      lists.tell();
      await stage.close();
      await group.remove();
    },
  };
}

async function echo(direct: LeanTerminal, led: LeanTerminal): Promise<Bound> {
  const keyboards = [await keyboardOf(direct), await keyboardOf(led)] as const;
  for (const keyboard of keyboards) {
    await warmUp(keyboard);
  }
  return {
    name: 'echo of a key, median, added by a server that leads to the holder',
    unit: 'ms',
    baseline: { name: 'at the holder', run: () => delay(keyboards[0], 0.5) },
    candidate: { name: 'through another server', run: () => delay(keyboards[1], 0.5) },
    atMost: 0.5,
  };
}

async function bulk(stage: Stage, beside: Product): Promise<Case> {
  const printed = await LogText.on(stage.target, FILE_BYTES);
  const rate = (terminal: LeanTerminal) => async () => {
    await stage.idle();
    return printed.megabytes / (await printed.secondsAt(terminal));
  };
  const [direct, led] = [
    rate((await stage.shell()).terminal),
    rate((await stage.shell(beside.url)).terminal),
  ];
  for (const warmUpRound of [direct, led, direct, led]) {
    await warmUpRound();
  }
  return {
    name: 'a recorded terminal that prints a large text, through a server that leads to the holder',
    unit: 'MB/s',
    baseline: { name: 'at the holder', run: direct },
    candidate: { name: 'through another server', run: led },
    atLeast: 0.8,
  };
}

/** The second case is what the server in between paid for the sessions of the first. */
function memory(stage: Stage, beside: Product): Bound[] {
  let between = Number.NaN;
  const grown = async () => {
    // What the first sessions load and compile is not theirs alone.
    await stage.shells(20, beside.url);
    const before = [await weigh(stage.product.pid), await weigh(beside.pid)] as const;
    await stage.shells(IDLE_SESSIONS, beside.url);
    const holder = ((await weigh(stage.product.pid)) - before[0]) / IDLE_SESSIONS;
    between = ((await weigh(beside.pid)) - before[1]) / IDLE_SESSIONS;
    return holder;
  };
  const once = { unit: 'kB each', repetitions: 1 };
  return [
    {
      ...once,
      name: `memory of ${IDLE_SESSIONS} idle recorded terminals that come through another server`,
      candidate: { name: 'at the holder', run: grown },
      atMost: 150,
    },
    {
      ...once,
      name: 'the same, in between',
      candidate: { name: 'at the server that leads to it', run: async () => between },
      // Two sockets and what leads to them: 94 kB when it was first measured.
      atMost: 100,
    },
  ];
}

/** A page of assets, asked by many callers at one, two or three servers of one database. */
class Lists {
  readonly #servers: readonly Product[];
  readonly #stage: Stage;
  readonly #told: string[] = [];

  constructor(products: readonly Product[], stage: Stage) {
    this.#servers = products;
    this.#stage = stage;
  }

  async cases(): Promise<Case[]> {
    for (let asset = 0; asset < ASSETS; asset++) {
      const place = { protocol: 'ssh', ip: '127.0.0.1', port: 1, accountType: 'custom' };
      await this.#stage.client.call('POST', '/assets', { name: `bench ${asset}`, ...place });
    }
    const one = () => this.#rate(1);
    return [2, 3].map((count) => ({
      name: `lists of ${CALLERS} callers at ${count} servers of one database`,
      unit: 'lists/s',
      baseline: { name: 'at one server', run: one },
      candidate: { name: `at ${count}`, run: () => this.#rate(count) },
      // All share the processors of one machine with their database and their callers: more servers must not be less.
      atLeast: 0.9,
    }));
  }

  tell(): void {
    process.stdout.write(this.#told.map((line) => `       ${line}\n`).join(''));
  }

  async #rate(count: number): Promise<number> {
    const asked = this.#servers.slice(0, count);
    const clients = Array.from({ length: CALLERS }, (_, caller) =>
      new LeanClient(asked[caller % count]?.url ?? '', manyCallers()).useToken(this.#stage.token),
    );
    const processor = () => asked.reduce((sum, { pid }) => sum + processorSecondsOf(pid), 0);
    const [before, idleBefore, ownBefore] = [processor(), idleSeconds(), process.cpuUsage()];
    const started = performance.now();
    let answered = 0;
    const callAgain = async (client: LeanClient) => {
      while (performance.now() - started < LIST_MS) {
        const { code, message } = await client.call('GET', LIST);
        if (code !== 1) {
          throw new Error(message);
        }
        answered += 1;
      }
    };
    await Promise.all(clients.map(callAgain));
    const seconds = (performance.now() - started) / 1000;
    const own = process.cpuUsage(ownBefore);
    const part = (value: number) => (value / seconds).toFixed(2);
    this.#told.push(
      `processors used by ${count} servers ${part(processor() - before)}, by the callers ${part((own.user + own.system) / 1e6)}, idle ${part(idleSeconds() - idleBefore)}, at ${Math.round(answered / seconds)} lists/s`,
    );
    return answered / seconds;
  }
}

/** Only the first takes new sessions: those that are opened at another are led there. */
async function leaveSessionsTo(stage: Stage, products: readonly Product[]): Promise<void> {
  const { data } = await stage.client.call<ServerRow[]>('GET', '/servers');
  for (const { id } of data.filter(({ isThis }) => !isThis)) {
    await stage.client.call('POST', `/servers/${id}/drain`);
  }
  for (const { url } of products.slice(1)) {
    while ((await fetch(`${url}/readyz`)).status !== 503) {
      await sleep(200);
    }
  }
}

/** Seconds that the processors of this machine had nothing to do, all together. */
function idleSeconds(): number {
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/);
  return Number(ticks[3]) / 100;
}
