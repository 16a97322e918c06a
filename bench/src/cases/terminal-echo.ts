import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import Database from 'better-sqlite3';

import type { Flood } from '../floods.ts';
import { delay, directKeyboard, keyboardOf, warmUp, type Keyboard } from '../keyboard.ts';
import type { Suite } from '../ratio.ts';
import { Stage } from '../stage.ts';

const FLOODS = 4;
/** More than any browser shows, less than would only measure how busy the machine is. */
const READER_BYTES_PER_SECOND = 16e6;
const ASSETS = 100_000;
const FLOOD_PROGRAM = fileURLToPath(new URL('../floods.ts', import.meta.url));
const FLOOD_START_MS = 1500;

/**
 * How long a key takes until its echo is back. The echo is the terminal's own, nothing on the target thinks about it;
 * both ends of the way are in this process.
 */
export async function terminalEcho(): Promise<Suite> {
  const stage = await Stage.start();
  // Before anything is open: it takes a while, and this process hears nothing meanwhile.
  await fillAssets(stage);
  const ssh = stage.target.ssh('-tt', 'pipe', 'exec cat > /dev/null');
  const direct = await directKeyboard(ssh);
  const through = await keyboardOf((await stage.shell()).terminal);
  for (const keyboard of [direct, through]) {
    await warmUp(keyboard);
  }
  // Not before they are wanted: their readers keep a clock that ticks all the time.
  let opened: ReturnType<typeof openFloods> | undefined;
  const besideFloods = async (keyboard: Keyboard) => {
    opened ??= openFloods(stage);
    const floods = await opened;
    await floods.start();
    try {
      return await delay(keyboard, 0.99);
    } finally {
      await floods.stop();
    }
  };
  const quiet = (keyboard: Keyboard, part: number) => async () => delay(keyboard, part);
  return {
    cases: [
      {
        name: 'echo of a key, median, added by the product',
        unit: 'ms',
        baseline: { name: 'ssh -tt', run: quiet(direct, 0.5) },
        candidate: { name: 'through the product', run: quiet(through, 0.5) },
        atMost: 0.5,
      },
      {
        name: 'echo of a key, 99th percentile, while lists of 100,000 are searched, added by the product',
        unit: 'ms',
        baseline: { name: 'ssh -tt meanwhile', run: () => whileSearching(stage, quiet(direct, 0.99)) },
        candidate: { name: 'through the product', run: () => whileSearching(stage, quiet(through, 0.99)) },
        atMost: 10,
      },
      {
        name: `echo of a key, 99th percentile, beside ${FLOODS} floods, added by the product`,
        unit: 'ms',
        baseline: { name: 'ssh -tt beside them', run: () => besideFloods(direct) },
        candidate: { name: 'through the product', run: () => besideFloods(through) },
        atMost: 30,
      },
    ],
    close: async () => {
      (await opened)?.close();
      ssh.kill();
      await stage.close();
    },
  };
}

/** Sessions that print without end, in a process of their own: their readers must not hold up the one that measures. */
async function openFloods(stage: Stage) {
  const child = fork(FLOOD_PROGRAM, { execArgv: process.execArgv, stdio: 'inherit' });
  const flood: Flood = {
    url: stage.product.url,
    token: stage.token,
    sessions: await Promise.all(Array.from({ length: FLOODS }, () => stage.session())),
    pace: READER_BYTES_PER_SECOND,
  };
  await say(child, flood);
  return {
    start: async () => {
      await say(child, 'start');
      await sleep(FLOOD_START_MS);
    },
    stop: () => say(child, 'stop'),
    close: () => child.kill(),
  };
}

function say(child: ChildProcess, message: Flood | string): Promise<void> {
  return new Promise((resolve) => {
    child.once('message', () => resolve());
    child.send(message);
  });
}

/** Two characters are found by no index: each search reads the whole table. */
async function whileSearching<Value>(stage: Stage, work: () => Promise<Value>): Promise<Value> {
  const over = new AbortController();
  const search = async () => {
    let found = 0;
    while (!over.signal.aborted) {
      const path = '/assets/paging?pageIndex=1&pageSize=20&name=zz';
      const { code } = await stage.client.call('GET', path);
      found += code === 1 ? 1 : 0;
    }
    return found;
  };
  const searching = search();
  const value = await work().finally(() => over.abort());
  if ((await searching) === 0) {
    throw new Error('no search was answered, so nothing was measured');
  }
  return value;
}

async function fillAssets({ product, client }: Stage): Promise<void> {
  // Nothing may knock at made-up addresses while keys are counted.
  await client.call('PUT', '/properties', { 'reachability-interval-minutes': '0' });
  const database = new Database(join(product.dataDir, 'jadegate.db'));
  const insert = database.prepare(
    `insert into asset (id, name, protocol, ip, port, account_type, username, description, owner_id, created_at)
     values (?, ?, 'ssh', '127.0.0.1', 1, 'custom', '', '', 'abcdefghijklmnopqrstuvwxyz', ?)`,
  );
  database.transaction(() => {
    for (let row = 0; row < ASSETS; row++) {
      insert.run(`bench-${row}`, `bench ${row}`, row);
    }
  })();
  database.close();
}
