// Servers on one PostgreSQL that are really killed while they send, to a receiver that fails now and then: each event
// arrives, in the order of its session, and whatever comes twice has the same id.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { EventJson } from '@jadegate/contract/platform/events/event-json';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { EventKit } from '../../testing/event-kit.ts';
import type { EventProcessPlace } from '../../testing/event-process.ts';
import { EventReceiver } from '../../testing/event-receiver.ts';
import { shortOrSoak } from '../../testing/soak.ts';

const PROGRAM = fileURLToPath(new URL('../../testing/event-process.ts', import.meta.url));
const KILLS = shortOrSoak(2, 120);
/** Each begins a server. */
const TIME_MS = shortOrSoak(240_000, 1_800_000);
const LEASE_MS = 2000;

let kit: EventKit;
let receiver: EventReceiver;
let place: EventProcessPlace;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  receiver = await EventReceiver.open();
  kit = await EventKit.start();
  const { dataDir, databaseUrl } = kit.server.database;
  place = { dataDir, databaseUrl, leaseMs: LEASE_MS };
});
afterAll(async () => {
  children.forEach((child) => child.kill('SIGKILL'));
  await kit.stop();
  await receiver.close();
});

async function begin(): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=source', PROGRAM, JSON.stringify(place)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await once(child, 'message');
}

async function kill(): Promise<void> {
  const child = [...children][randomInt(children.size)];
  if (child?.kill('SIGKILL')) {
    await once(child, 'exit');
  }
}

it(
  'nothing is missing, nothing is out of order, and nothing comes twice but with its id',
  async () => {
    await kit.addWebhook(receiver, {}, 20);
    await Promise.all([begin(), begin()]);
    await vi.waitFor(() => expect(senders().size).toBe(2), { timeout: 60_000, interval: 50 });
    await vi.waitFor(() => expect(receiver.taken.length).toBeGreaterThan(60), {
      timeout: 60_000,
      interval: 50,
    });
    // As long as nobody dies and nothing fails, each comes once.
    expect(new Set(receiver.taken.map(({ event }) => event.id)).size).toBe(receiver.taken.length);
    receiver.judge = () => (randomInt(12) === 0 ? 500 : 200);
    for (let count = 0; count < KILLS; count++) {
      await sleep(randomInt(100, 900));
      await Promise.all([kill(), begin()]);
    }
    receiver.judge = () => 200;
    children.forEach((child) => child.send('rest'));
    const committed = await vi.waitFor(
      async () => {
        const rows = await kit.server.db
          .selectFrom('audit_log')
          .select('object_id')
          .where('action', '=', 'credential.created')
          .execute();
        const taken = new Set(receiver.taken.map(nameOf));
        expect(rows.filter(({ object_id }) => !taken.has(object_id))).toEqual([]);
        return rows.length;
      },
      { timeout: 120_000, interval: 200 },
    );
    const first = new Map<string, EventJson>();
    for (const event of receiver.taken) {
      const before = first.get(event.event.id);
      expect(before?.event.sequence ?? event.event.sequence).toBe(event.event.sequence);
      first.set(event.event.id, before ?? event);
    }
    expect(first.size).toBe(committed);
    expect(new Set([...first.values()].map(nameOf)).size).toBe(committed);
    const sessions = new Set([...first.values()].map(({ jadegate }) => jadegate.session?.id));
    for (const session of sessions) {
      const events = [...first.values()].filter(({ jadegate }) => jadegate.session?.id === session);
      const counts = events.map((event) => Number(nameOf(event).split('-')[1]));
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    }
    // What was sent again is what was on its way at a death or a refusal, and no more.
    expect(receiver.taken.length - first.size).toBeLessThan(25 * (KILLS + 1));
  },
  TIME_MS,
);

/** Those whose events came. */
const senders = () => new Set(receiver.taken.map((event) => nameOf(event).split('-')[0]));
const nameOf = ({ jadegate }: EventJson) => jadegate.object?.id ?? '';
