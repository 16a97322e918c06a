// On both engines: claims, leases and what is written at the end.
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { AppError } from '../kernel/app-error.ts';
import { systemClock } from '../kernel/clock.ts';
import { newId } from '../kernel/id.ts';
import { createLogger } from '../kernel/logger.ts';
import { useTestServer } from '../testing/test-server.ts';
import { doublingBackOff } from './back-off.ts';
import { WorkEngine } from './work-engine.ts';
import type { Piece, PieceEnd, WorkKind } from './work-kind.ts';
import type { WorkOrder } from './work-order.ts';

const server = useTestServer();
const Input = z.object({ name: z.string() });
type Input = z.infer<typeof Input>;

/** Processes that live and die as the test says. */
const dead = new Set<string>();
class Process {
  readonly id = newId();
  readonly lease = { isLost: false };
  readonly engine: WorkEngine;

  constructor(...kinds: WorkKind<Input>[]) {
    const { database } = server.current.services;
    this.engine = new WorkEngine({
      database,
      processes: {
        id: this.id,
        takesWork: true,
        lease: this.lease,
        refuseNewWork: () => undefined,
        register: async () => undefined,
        listDead: async (ids) =>
          new Map(ids.filter((id) => dead.has(id)).map((id) => [id, systemClock.now()])),
      },
      clock: systemClock,
      logger: createLogger('silent'),
      // rounds are those of the test
      roundMs: 3_600_000,
      orphansEveryMs: 0,
    });
    this.engine.declare(...kinds);
    this.engine.start();
    started.push(this);
  }

  async add(kind: WorkKind<Input>, order: Partial<WorkOrder<Input>> = {}): Promise<string> {
    await this.engine.ready();
    const whole = { subject: newId(), input: { name: 'one' }, ...order };
    return server.current.services.database.transact((tx) => this.engine.add(kind, whole, tx));
  }
}
const started: Process[] = [];

/** Work that the test holds in its hands. */
class Held implements WorkKind<Input> {
  readonly name: string = `test-${newId()}`;
  readonly input = Input;
  limits: WorkKind['limits'] = { perProcess: 10 };
  limitMs = 60_000;
  tries = { most: 1, backOffMs: () => 0 };
  canCancel = true;
  afterDeath: 'again' | 'end' = 'end';
  kept = 60_000;
  readonly begun: Piece<Input>[] = [];
  readonly ends: { piece: Piece<Input>; end: PieceEnd }[] = [];
  readonly told: PieceEnd['outcome'][] = [];
  /** Answers at once without it. */
  gate: Promise<unknown> | undefined;
  onEnd: () => Promise<void> = async () => undefined;

  keptMs = () => this.kept;

  deadlineMs(): number {
    return this.limitMs;
  }

  async run(piece: Piece<Input>): Promise<unknown> {
    this.begun.push(piece);
    const stopped = new Promise((_resolve, reject) => {
      piece.signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
    return Promise.race([this.gate ?? Promise.resolve('done'), stopped]);
  }

  async end(piece: Piece<Input>, end: PieceEnd): Promise<void> {
    await this.onEnd();
    this.ends.push({ piece, end });
  }

  async afterEnd(_piece: Piece<Input>, { outcome }: PieceEnd): Promise<void> {
    this.told.push(outcome);
  }
}

const FOR_EVER = new Promise<never>(() => undefined);
const rows = () => server.current.db.selectFrom('work').selectAll().execute();
const rowOf = async (id: string) => (await rows()).find((row) => row.id === id);

let kind: Held;
beforeEach(() => (kind = new Held()));
afterEach(async () => {
  for (const { engine } of started.splice(0)) {
    await engine.close();
  }
  await server.current.db.deleteFrom('work').execute();
});

it('begins once its transaction is committed, ends as the kind says, and is told of once', async () => {
  const one = new Process(kind);
  const id = await one.add(kind, { subject: 'about', input: { name: '甲' } });
  await expect.poll(() => kind.told).toEqual(['succeeded']);
  expect(kind.begun[0]).toMatchObject({ id, subject: 'about', input: { name: '甲' }, attempt: 1 });
  expect(kind.ends[0]?.end).toMatchObject({ outcome: 'succeeded', result: 'done' });
  expect(await rowOf(id)).toMatchObject({ state: 'over', outcome: 'succeeded', process_id: one.id });
});

it('leaves no row where the kind keeps its own history, and does not begin what was not committed', async () => {
  kind.kept = 0;
  const one = new Process(kind);
  const { database } = server.current.services;
  const undone = database.transact(async (tx) => {
    await one.engine.add(kind, { subject: 'a', input: { name: '' } }, tx);
    throw new Error('changed our mind');
  });
  await expect(undone).rejects.toThrow('changed our mind');
  await one.add(kind);
  await expect.poll(() => kind.told).toEqual(['succeeded']);
  expect(await rows()).toEqual([]);
  expect(kind.begun).toHaveLength(1);
});

it('one piece at a time is open about the same, whichever server it came by', async () => {
  kind.gate = FOR_EVER;
  const [one, other] = [new Process(kind), new Process(kind)];
  await one.add(kind, { subject: 'same' });
  const { engine } = server.current.services.database;
  const second = other
    .add(kind, { subject: 'same' })
    .catch((error: unknown) => engine.isUniqueViolation(error));
  expect(await second).toBe(true);
});

describe('of several servers', () => {
  it('each piece is carried out by one, also when all of them look at once', async () => {
    const all = [new Process(kind), new Process(kind), new Process(kind)];
    kind.limits = { perProcess: 100 };
    const ids = [];
    for (let made = 0; made < 30; made++) {
      ids.push(await all[0]!.add(kind));
    }
    await Promise.all(all.map(({ engine }) => engine.round()));
    await expect.poll(() => kind.ends.length).toBe(30);
    expect(kind.begun.map((piece) => piece.id).sort()).toEqual(ids.sort());
  });

  it('limits hold over all of them, in each of them, and for those with the same key', async () => {
    kind.gate = FOR_EVER;
    kind.limits = { perProcess: 3, overall: 5, perKey: 2 };
    const all = [new Process(kind), new Process(kind), new Process(kind)];
    // a gateway that hangs has much to do, and was there first
    for (let made = 0; made < 10; made++) {
      await all[0]!.add(kind, { fairKey: 'slow gateway', input: { name: 'slow' } });
    }
    await all[0]!.add(kind, { fairKey: 'another', input: { name: 'quick' } });
    await all[0]!.add(kind, { fairKey: 'a third', input: { name: 'quick' } });
    await Promise.all(all.map(({ engine }) => engine.round()));
    await Promise.all(all.map(({ engine }) => engine.round()));
    const names = kind.begun.map(({ input }) => input.name).sort();
    expect(names).toEqual(['quick', 'quick', 'slow', 'slow']);
    expect(Math.max(...all.map(({ engine }) => engine.count))).toBeLessThanOrEqual(3);
  });

  it('one may ask another to stop, and what waits is over at once', async () => {
    kind.gate = FOR_EVER;
    kind.limits = { perProcess: 1 };
    const [holder, other] = [new Process(kind), new Process(kind)];
    await holder.add(kind, { subject: 'runs', isForThisProcess: true });
    await expect.poll(() => kind.begun.length).toBe(1);
    await holder.add(kind, { subject: 'waits', dueAt: systemClock.now() + 60_000 });
    expect(await other.engine.cancel(kind, 'waits')).toBe(true);
    expect(await other.engine.cancel(kind, 'runs')).toBe(true);
    expect(await other.engine.cancel(kind, 'nothing')).toBe(false);
    await holder.engine.round();
    await expect.poll(() => kind.told).toEqual(['cancelled', 'cancelled']);
    expect(kind.ends.map(({ piece }) => piece.subject)).toEqual(['waits', 'runs']);
  });

  it('what may not be cancelled is not', async () => {
    kind.gate = FOR_EVER;
    kind.canCancel = false;
    const one = new Process(kind);
    await one.add(kind, { subject: 'runs' });
    expect(await one.engine.cancel(kind, 'runs')).toBe(false);
  });
});

describe('when a process died', () => {
  const died = async (order: Partial<WorkOrder<Input>> = {}) => {
    const gone = new Process(kind);
    kind.gate = FOR_EVER;
    const id = await gone.add(kind, order);
    await expect.poll(() => kind.begun.length).toBe(1);
    dead.add(gone.id);
    kind.gate = undefined;
    return { gone, id };
  };

  it('what can be begun again is, by one of the others; the one that was thought dead lets go of it', async () => {
    kind.afterDeath = 'again';
    kind.tries.most = 2;
    const { gone, id } = await died();
    const [one, other] = [new Process(kind), new Process(kind)];
    await Promise.all([one.engine.round(), other.engine.round()]);
    await Promise.all([one.engine.round(), other.engine.round()]);
    await expect.poll(() => kind.told).toEqual(['succeeded']);
    expect(kind.begun.map(({ attempt }) => attempt)).toEqual([1, 2]);
    await gone.engine.round();
    expect(kind.begun[0]?.signal.reason).toBe('lost');
    expect(gone.engine.count).toBe(0);
    expect(await rowOf(id)).toMatchObject({ outcome: 'succeeded', attempt: 2 });
    expect(kind.ends).toHaveLength(1);
  });

  it('what cannot is ended as interrupted, once, after a look at what became of it', async () => {
    const recovering = Object.assign(kind, { recover: async () => 'seen as it is' });
    const { id } = await died();
    const [one, other] = [new Process(recovering), new Process(recovering)];
    await Promise.all([one.engine.round(), other.engine.round()]);
    await expect.poll(() => kind.told).toEqual(['interrupted']);
    expect(kind.ends.map(({ end }) => end.result)).toEqual(['seen as it is']);
    expect(await rowOf(id)).toMatchObject({ state: 'over', outcome: 'interrupted' });
  });

  it('one whose lease ran out lets go by itself of what others may have begun again', async () => {
    kind.afterDeath = 'again';
    kind.gate = FOR_EVER;
    const isolated = new Process(kind);
    await isolated.add(kind);
    await expect.poll(() => kind.begun.length).toBe(1);
    isolated.lease.isLost = true;
    await isolated.engine.round();
    expect(kind.begun[0]?.signal.reason).toBe('lost');
    expect(kind.ends).toEqual([]);
  });

  it('one whose lease ran out while it claimed does not begin what others may begin again', async () => {
    kind.afterDeath = 'again';
    kind.tries.most = 2;
    const isolated = new Process(kind);
    isolated.lease.isLost = true;
    const id = await isolated.add(kind);
    await expect.poll(() => rowOf(id)).toMatchObject({ state: 'running', process_id: isolated.id });
    await isolated.engine.settled();
    expect(kind.begun).toEqual([]);
    dead.add(isolated.id);
    const other = new Process(kind);
    await other.engine.round();
    await other.engine.round();
    await expect.poll(() => kind.told).toEqual(['succeeded']);
    expect(kind.begun.map(({ attempt }) => attempt)).toEqual([2]);
  });

  it('what was begun too often already is not begun again', async () => {
    kind.afterDeath = 'again';
    await died();
    await new Process(kind).engine.round();
    await expect.poll(() => kind.told).toEqual(['interrupted']);
  });
});

describe('a try that fails', () => {
  it('is followed by others, as often as the kind says, unless that is of no use', async () => {
    kind.tries = { most: 3, backOffMs: () => 0 };
    kind.run = async (piece) => {
      kind.begun.push(piece);
      throw new AppError(piece.input.name === 'no use' ? 'mail.recipient_refused' : 'mail.failed');
    };
    const useless = (error: unknown) => (error as AppError).code !== 'mail.recipient_refused';
    Object.assign(kind, { isWorthAnother: useless });
    const one = new Process(kind);
    const id = await one.add(kind, { subject: 'a' });
    await expect.poll(() => kind.told).toEqual(['failed']);
    expect(kind.begun.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(await rowOf(id)).toMatchObject({ outcome: 'failed', problem: 'mail.failed', attempt: 3 });
    await one.add(kind, { subject: 'b', input: { name: 'no use' } });
    await expect.poll(() => kind.told).toEqual(['failed', 'failed']);
    expect(kind.begun).toHaveLength(4);
  });

  it('waits longer each time, a little off', () => {
    const backOff = doublingBackOff(1000, 60_000);
    const waits = [1, 2, 3, 20].map((attempt) => backOff(attempt));
    for (const [at, longest] of [1000, 2000, 4000, 60_000].entries()) {
      expect(waits[at]).toBeGreaterThanOrEqual(longest / 2);
      expect(waits[at]).toBeLessThanOrEqual(longest);
    }
  });
});

it('an end that cannot be written down is tried until it is, and nothing is done twice', async () => {
  let failures = 0;
  kind.onEnd = async () => {
    failures += 1;
    if (failures < 3) {
      throw new Error('the database is away');
    }
  };
  const one = new Process(kind);
  const id = await one.add(kind);
  await expect.poll(() => failures).toBe(1);
  expect(await rowOf(id)).toMatchObject({ state: 'running' });
  await expect
    .poll(
      async () => {
        await one.engine.round();
        return kind.told;
      },
      { timeout: 10_000 },
    )
    .toEqual(['succeeded']);
  expect(kind.begun).toHaveLength(1);
  expect(kind.ends).toHaveLength(1);
});

it('what takes longer than its deadline is told to end, and is over as that', async () => {
  kind.gate = FOR_EVER;
  kind.limitMs = 50;
  const id = await new Process(kind).add(kind);
  await expect.poll(() => kind.told).toEqual(['timed-out']);
  expect(await rowOf(id)).toMatchObject({ outcome: 'timed-out' });
});

it('a server that stops ends what it has as interrupted and begins nothing', async () => {
  kind.gate = FOR_EVER;
  const one = new Process(kind);
  await one.add(kind);
  await expect.poll(() => kind.begun.length).toBe(1);
  await one.engine.close();
  expect(kind.told).toEqual(['interrupted']);
  await expect(one.add(kind)).rejects.toThrow('server.stopping');
  await new Process(new Held()).add(kind);
  await one.engine.round();
  await sleep(50);
  expect(kind.begun).toHaveLength(1);
});

it('leaves alone what a newer version put in line, and what nobody can read is over', async () => {
  const [newer, own] = [new Held(), new Process(kind)];
  const id = await own.add(newer);
  await expect(own.add(kind, { input: { nothing: 1 } as unknown as Input })).rejects.toThrow('name');
  const odd = await own.add(kind, { dueAt: systemClock.now() + 60_000 });
  const written = { input: '{"nothing":1}', due_at: 0 };
  await server.current.db.updateTable('work').set(written).where('id', '=', odd).execute();
  await own.engine.round();
  await expect.poll(async () => (await rowOf(odd))?.state).toBe('over');
  await own.engine.round();
  expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempt: 0 });
  expect(kind.begun).toEqual([]);
});
