import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Page } from '@jadegate/contract/paging';
import type { EventDestinationRow } from '@jadegate/contract/platform/event-destination';
import Database from 'better-sqlite3';

import type { Receivers, Typists } from '../event-source.ts';
import { delay, directKeyboard, keyboardOf, warmUp } from '../keyboard.ts';
import { listCase } from '../list-case.ts';
import type { Suite } from '../ratio.ts';
import { Stage } from '../stage.ts';

const PROGRAM = fileURLToPath(new URL('../event-source.ts', import.meta.url));
const PER_MINUTE = 10_000;
const PEOPLE = 8;
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
  const before = await sentBy(stage);
  const database = new Database(join(stage.product.dataDir, 'jadegate.db'), { readonly: true });
  return {
    cases: [
      {
        name: `echo of a key, 99th percentile, at ${PER_MINUTE} events a minute, added by the product`,
        unit: 'ms',
        baseline: { name: 'ssh -tt meanwhile', run: () => delay(direct, 0.99) },
        candidate: { name: 'through the product', run: () => delay(through, 0.99) },
        atMost: 10,
      },
      listCase(
        { client: stage.client, database },
        {
          name: `a list of assets at ${PER_MINUTE} events a minute`,
          path: '/assets/paging?pageIndex=1&pageSize=20',
          statements: [
            'select count(*) from asset',
            'select * from asset order by created_at desc, id desc limit 20',
          ],
        },
      ),
      {
        name: 'events a minute at the slowest destination, too few by',
        unit: 'events/min',
        repetitions: 1,
        candidate: {
          name: `of ${PER_MINUTE}`,
          run: async () => {
            const minutes = (performance.now() - began) / 60_000;
            await ask(source, 'stop');
            await sleep(3000);
            const after = await sentBy(stage);
            const slowest = Math.min(...after.map((sent, at) => sent - (before[at] ?? 0)));
            return Math.max(0, PER_MINUTE - slowest / minutes);
          },
        },
        atMost: PER_MINUTE / 20,
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

async function sentBy({ client }: Stage): Promise<number[]> {
  const path = '/event-destinations/paging?pageIndex=1&pageSize=20';
  const { data } = await client.call<Page<EventDestinationRow>>('GET', path);
  return data.items.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ sent }) => sent);
}

function ask(child: ChildProcess, message: Typists | string): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('message', resolve);
    child.send(message);
  });
}
