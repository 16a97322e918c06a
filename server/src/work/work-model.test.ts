// On both engines: whatever is cut, killed and cancelled, each piece of work ends once.
// A model of servers that share a database: they put work in line, claim it, are cut off from the database (also over a
// commit, so that they do not know whether it happened), are taken for dead while they live, and die.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';

import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/database.ts';
import { newId } from '../kernel/id.ts';
import { createLogger } from '../kernel/logger.ts';
import { shortOrSoak } from '../testing/soak.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { WorkEngine } from './work-engine.ts';
import type { Piece, WorkKind } from './work-kind.ts';

const logger = createLogger('silent');
const MINUTE_MS = 60_000;
let place: TestDatabase;
let real: Database;
beforeAll(async () => {
  place = await createTestDatabase();
  real = await openDatabase({ ...place, version: 'test', logger });
});
afterAll(async () => {
  await real.close();
  await place.remove();
});

/** A try that some server has begun. */
interface Try {
  server: Server;
  pieceId: string;
  isOver: boolean;
  settle: (how: 'done' | 'failed') => void;
}

/** What happened, as somebody sees it who sees everything. */
class World {
  time = Date.now();
  readonly tries: Try[] = [];
  readonly ends = new Map<string, number>();
  readonly repeatable = new Map<string, boolean>();
  readonly faults: string[] = [];
  servers: Server[] = [];

  get living(): Server[] {
    return this.servers.filter(({ isDead }) => !isDead);
  }

  begun(one: Try): void {
    const before = this.tries.filter(({ pieceId }) => pieceId === one.pieceId);
    if (before.length > 0 && this.repeatable.get(one.pieceId) === false) {
      this.faults.push('begun again although that may not be');
    }
    // Who is dead or without a lease cannot be told to stop; it lets go by itself.
    if (before.some(({ isOver, server }) => !isOver && !server.isDead && !server.isCut)) {
      this.faults.push('two at once');
    }
    this.tries.push(one);
  }

  ended(pieceId: string): void {
    this.ends.set(pieceId, (this.ends.get(pieceId) ?? 0) + 1);
  }
}

class ModelKind implements WorkKind<{ isRepeatable: boolean }> {
  readonly name: string;
  readonly input = z.object({ isRepeatable: z.boolean() });
  readonly limits = { perProcess: 3, overall: 5, perKey: 2 };
  readonly tries: { most: number; backOffMs: () => number };
  readonly canCancel = true;
  readonly afterDeath: 'again' | 'end';
  readonly #world: World;
  readonly #server: Server;

  constructor(server: Server, world: World, isRepeatable: boolean) {
    this.#server = server;
    this.#world = world;
    this.name = isRepeatable ? 'again' : 'once';
    this.afterDeath = isRepeatable ? 'again' : 'end';
    this.tries = { most: isRepeatable ? 1000 : 1, backOffMs: () => MINUTE_MS };
  }

  deadlineMs(): number {
    return 60 * MINUTE_MS;
  }

  keptMs(): number {
    return MINUTE_MS * 60 * 24 * 365;
  }

  run({ id, signal }: Piece): Promise<void> {
    return new Promise((resolve, reject) => {
      const one: Try = {
        server: this.#server,
        pieceId: id,
        isOver: false,
        settle: (how) => {
          one.isOver = true;
          if (how === 'done') {
            resolve();
          } else {
            reject(new Error('as the model says'));
          }
        },
      };
      this.#world.begun(one);
      signal.addEventListener('abort', () => one.settle('failed'), { once: true });
    });
  }

  async end({ id }: Piece, _end: unknown, tx: Parameters<Database['afterCommit']>[0]): Promise<void> {
    real.afterCommit(tx, () => this.#world.ended(id));
  }
}

const FOR_EVER = new Promise<never>(() => undefined);

/** One of the servers; its way to the database can be cut. */
class Server {
  readonly id = newId();
  readonly lease = { isLost: false };
  readonly engine: WorkEngine;
  readonly kinds: { again: ModelKind; once: ModelKind };
  isDead = false;
  /** Nothing goes through, and the others take it for dead. */
  isCut = false;
  /** The next commit happens, and the answer is lost. */
  losesAnswer = false;

  constructor(world: World) {
    this.kinds = { again: new ModelKind(this, world, true), once: new ModelKind(this, world, false) };
    this.engine = new WorkEngine({
      database: this.#way(),
      processes: {
        id: this.id,
        takesWork: true,
        lease: this.lease,
        refuseNewWork: () => undefined,
        register: async () => this.#pass(),
        listDead: async (ids) => {
          const dead = world.servers.filter(({ isDead, isCut }) => isDead || isCut).map(({ id }) => id);
          return new Map(ids.filter((id) => dead.includes(id)).map((id) => [id, world.time]));
        },
      },
      clock: { now: () => world.time },
      logger,
      roundMs: 3_600_000,
      orphansEveryMs: 0,
    });
    this.engine.declare(this.kinds.again, this.kinds.once);
    this.engine.start();
  }

  #pass(): void {
    if (this.isCut || this.isDead) {
      throw new Error('no way to the database');
    }
  }

  #way(): Database {
    const db = new Proxy(real.db, {
      get: (target, name) => {
        this.#pass();
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      },
    });
    return {
      ...real,
      db,
      transact: async (work) => {
        this.#pass();
        const result = await real.transact(work);
        if (this.isDead) {
          return FOR_EVER; // It never learns of it.
        }
        if (this.losesAnswer) {
          this.losesAnswer = false;
          throw new Error('the connection was lost over the commit');
        }
        return result;
      },
    };
  }
}

const STEPS = [
  'add',
  'add',
  'round',
  'round',
  'finish',
  'finish',
  'fail',
  'cut',
  'heal',
  'lose',
  'kill',
  'cancel',
  'later',
] as const;
type Step = { what: (typeof STEPS)[number]; which: number; isRepeatable: boolean };
const steps = fc.array(
  fc.record({
    what: fc.constantFrom(...STEPS),
    which: fc.nat(1000),
    isRepeatable: fc.boolean(),
  }),
  { minLength: 20, maxLength: 40 },
);

const pick = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items[which % Math.max(1, items.length)];
const never = () => undefined;

async function take(world: World, { what, which, isRepeatable }: Step): Promise<void> {
  const server = pick(world.living, which);
  const open = world.tries.filter((one) => !one.isOver && !one.server.isDead);
  switch (what) {
    case 'add': {
      const kind = server?.kinds[isRepeatable ? 'again' : 'once'];
      if (server && kind && !server.isCut) {
        await server.engine.ready();
        const order = { subject: newId(), fairKey: String(which % 3), input: { isRepeatable } };
        const isForThisProcess = !isRepeatable && which % 2 === 0;
        const id = await real.transact(async (tx) => {
          const added = await server.engine.add(kind, { ...order, isForThisProcess }, tx);
          world.repeatable.set(added, isRepeatable);
          return added;
        });
        world.ends.set(id, 0);
      }
      break;
    }
    case 'round':
      await server?.engine.round().catch(never);
      break;
    case 'finish':
      pick(open, which)?.settle('done');
      break;
    case 'fail':
      pick(open, which)?.settle('failed');
      break;
    case 'cut':
      if (server) {
        server.isCut = true;
        server.lease.isLost = true;
        await server.engine.round().catch(never);
      }
      break;
    case 'heal': {
      const cut = pick(
        world.living.filter(({ isCut }) => isCut),
        which,
      );
      if (cut) {
        cut.isCut = false;
        await cut.engine.round().catch(never);
        cut.lease.isLost = false;
      }
      break;
    }
    case 'lose':
      if (server) {
        server.losesAnswer = true;
      }
      break;
    case 'kill':
      if (server && world.living.length > 1) {
        server.isDead = true;
        world.servers.push(new Server(world));
      }
      break;
    case 'cancel': {
      const row = pick(
        (await real.db.selectFrom('work').selectAll().execute()).filter(({ state }) => state !== 'over'),
        which,
      );
      const kind = server?.kinds[row?.kind === 'again' ? 'again' : 'once'];
      if (row && server && kind && !server.isCut) {
        await server.engine.cancel(kind, row.subject).catch(never);
      }
      break;
    }
    case 'later':
      world.time += 2 * MINUTE_MS;
      break;
  }
  await settled();
}

/** What has begun goes on until it waits for something. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};

async function comeToRest(world: World): Promise<void> {
  for (const server of world.living) {
    server.isCut = false;
    server.losesAnswer = false;
  }
  for (let round = 0; round < 60; round++) {
    for (const server of world.living) {
      await server.engine.round();
      server.lease.isLost = false;
    }
    world.tries
      .filter(({ isOver, server }) => !isOver && !server.isDead)
      .forEach(({ settle }) => settle('done'));
    await Promise.all(world.living.map(({ engine }) => engine.settled()));
    world.time += 2 * MINUTE_MS;
    const left = await real.db.selectFrom('work').select('id').where('state', '!=', 'over').execute();
    if (left.length === 0) {
      return;
    }
  }
}

it('nothing is done twice that must not be, nothing is forgotten, nothing runs for ever', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const world = new World();
      world.servers = [new Server(world), new Server(world), new Server(world)];
      for (const step of taken) {
        await take(world, step);
      }
      await comeToRest(world);
      const open = await real.db.selectFrom('work').selectAll().where('state', '!=', 'over').execute();
      await Promise.all(world.living.map(({ engine }) => engine.close()));
      await real.db.deleteFrom('work').execute();
      expect(world.faults).toEqual([]);
      expect(open).toEqual([]);
      expect([...world.ends.values()].filter((times) => times !== 1)).toEqual([]);
    }),
    { numRuns: shortOrSoak(10, 340) },
  );
}, 3_600_000);
