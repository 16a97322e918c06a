import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Page } from '@jadegate/contract/paging';
import type { EventDestinationRow } from '@jadegate/contract/platform/event-destination';
import Database from 'better-sqlite3';

import type { Receivers, Typists } from '../event-source.ts';
import { delay, directKeyboard, keyboardOf, warmUp } from '../keyboard.ts';
import type { Suite } from '../ratio.ts';
import { Stage } from '../stage.ts';
import { fillAssets, firstPageCase } from './assets.ts';

const PROGRAM = fileURLToPath(new URL('../event-source.ts', import.meta.url));
const PER_MINUTE = 10_000;
const PEOPLE = 8;
const KEEPS_UP_MS = 10_000;
const EVERYTHING = {
  groups: [],
  names: [],
  severity: 'info',
  users: [],
  userGroups: [],
  assets: [],
  tags: [],
};

/** Those whose address one may choose; the others differ from them in theirs. */
const CHATS = ['slack', 'mattermost', 'teams', 'google-chat', 'discord', 'ntfy'];

/** What others notice while everything that happens goes to every kind of collector, and to people, at once. */
export async function events(): Promise<Suite> {
  const stage = await Stage.start({ JADEGATE_EVENT_TARGETS_ALLOWED: '127.0.0.0/8' });
  const database = new Database(join(stage.product.dataDir, 'jadegate.db'));
  await fillAssets(database, stage.client);
  const source = fork(PROGRAM, { execArgv: process.execArgv, stdio: 'inherit' });
  const receivers = (await ask(source, 'receive')) as Receivers;
  const mail = { 'mail-host': '127.0.0.1', 'mail-port': receivers.mailPort, 'mail-security': 'none' };
  await stage.client.call('PUT', '/properties', { ...mail, 'mail-from': 'gate@example.com' });
  for (const [name, given] of Object.entries(destinationsAt(receivers))) {
    const { code, message } = await stage.client.call('POST', '/event-destinations', {
      name,
      filter: EVERYTHING,
      ...given,
    });
    if (code !== 1) {
      throw new Error(message);
    }
  }
  const ssh = stage.target.ssh('-tt', 'pipe', 'exec cat > /dev/null');
  const direct = await directKeyboard(ssh);
  const through = await keyboardOf((await stage.shell()).terminal);
  for (const keyboard of [direct, through]) {
    await warmUp(keyboard);
  }
  const sessions = await Promise.all(Array.from({ length: PEOPLE }, () => stage.session()));
  const typists: Typists = {
    url: stage.product.url,
    token: stage.token,
    sessions,
    perSecond: PER_MINUTE / 60,
  };
  await ask(source, typists);
  const began = performance.now();
  const list = firstPageCase({
    database,
    ask: async (path) => {
      const { code, message } = await stage.client.call('GET', path);
      if (code !== 1) {
        throw new Error(message);
      }
    },
  });
  return {
    cases: [
      {
        name: `echo of a key, 99th percentile, at ${PER_MINUTE} events a minute, added by the product`,
        unit: 'ms',
        baseline: { name: 'ssh -tt meanwhile', run: () => delay(direct, 0.99) },
        candidate: { name: 'through the product', run: () => delay(through, 0.99) },
        atMost: 10,
      },
      { ...list, name: `${list.name} at ${PER_MINUTE} events a minute` },
      {
        name: 'commands that were typed, and that the slowest destination did not get',
        unit: 'events',
        repetitions: 1,
        candidate: {
          name: `at ${PER_MINUTE} a minute`,
          run: async () => {
            const typed = (await ask(source, 'stop')) as number;
            const minutes = (performance.now() - began) / 60_000;
            process.stdout.write(`       ${Math.round(typed / minutes)} commands a minute were typed\n`);
            return Math.max(0, typed - Math.min(...(await sentInTheEnd(stage))));
          },
        },
        atMost: 0,
      },
    ],
    close: async () => {
      database.close();
      ssh.kill();
      source.disconnect();
      await stage.close();
    },
  };
}

function destinationsAt({ webhook, syslog }: Receivers): Record<string, object> {
  const { ports, ca, certificate, key } = syslog;
  const to = { kind: 'syslog', host: 'localhost' };
  return {
    file: { config: { kind: 'file', fileName: 'events.json' } },
    webhook: { config: { kind: 'webhook', ...webhook }, secrets: { signing: 'of a bench' } },
    udp: { config: { ...to, host: '127.0.0.1', transport: 'udp', port: ports.udp } },
    tcp: { config: { ...to, host: '127.0.0.1', transport: 'tcp', port: ports.tcp, format: 'cef' } },
    tls: { config: { ...to, transport: 'tls', port: ports.tls, ca, certificate }, secrets: { key } },
    mail: { config: { kind: 'mail', to: 'ops@example.com' } },
    ...Object.fromEntries(
      CHATS.map((kind) => [kind, { config: { kind, ca: webhook.ca }, secrets: { url: webhook.url } }]),
    ),
  };
}

async function rowsOf({ client }: Stage): Promise<EventDestinationRow[]> {
  const path = '/event-destinations/paging?pageIndex=1&pageSize=20';
  const { data } = await client.call<Page<EventDestinationRow>>('GET', path);
  return data.items;
}

/** Chats get a message every few seconds: who keeps up has everything a moment after the last event, and nobody else. */
async function sentInTheEnd(stage: Stage): Promise<number[]> {
  const deadline = performance.now() + KEEPS_UP_MS;
  while (performance.now() < deadline && (await rowsOf(stage)).some(({ waiting }) => waiting > 0)) {
    await sleep(250);
  }
  return (await rowsOf(stage)).map(({ sent }) => sent);
}

function ask(child: ChildProcess, message: Typists | string): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('message', resolve);
    child.send(message);
  });
}
