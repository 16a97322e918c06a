import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Method } from '@jadegate/contract/endpoint';
import type { FailureEnvelope } from '@jadegate/contract/envelope';
import type { MenuId } from '@jadegate/contract/menu';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, vi } from 'vitest';

import { buildApp } from '../app.ts';
import type { DatabaseLimits } from '../db/postgres-limits.ts';
import type { UserTable } from '../db/schema.ts';
import type { Certificate } from '../http/certificate.ts';
import { monotonicFrom } from '../kernel/clock.ts';
import { newId } from '../kernel/id.ts';
import { createLogger } from '../kernel/logger.ts';
import type { ReadVolume } from '../platform/disk-space/disk-space.service.ts';
import type { EventOptions } from '../platform/event-destinations.ts';
import { createServices, type Services } from '../services.ts';
import type { LockOptions } from '../storage/s3/locked-objects.ts';
import type { S3Options } from '../storage/s3/s3-bucket.ts';
import {
  ADMIN_PASSWORD,
  createTestDatabase,
  FIRST_ADMIN,
  PATIENT_DATABASE,
  quickHash,
  type TestDatabase,
} from './test-database.ts';

/** The real application on a real database of its own: SQLite in a temporary folder, or a new PostgreSQL database. */
export const USER_PASSWORD = 'a quiet harbour';

/** What a success carries and what a failure does: tests read whichever they expect. */
export type Answer<Data> = Partial<Omit<FailureEnvelope, 'code' | 'message'>> & {
  code: number;
  message: string;
  data: Data;
};

interface Call {
  token?: string;
  body?: unknown;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  address?: string;
  /** False: takes the answer as it is, also where a proof is asked for that has grown old. */
  provesAgain?: boolean;
}

interface SeedUser {
  type?: 'admin' | 'user';
  menus?: readonly MenuId[];
  status?: 'enabled' | 'disabled';
  mustChangePassword?: boolean;
}

/** Everybody here has the same password. */
let userHash: Promise<string> | undefined;
function userPasswordHash(): Promise<string> {
  userHash ??= quickHash(USER_PASSWORD);
  return userHash;
}

/** Tests wait for what the patrol does; the product takes its time. */
const PATROL_MS = 200;
const JOB_RETRY_MS = 50;
const POWER_LOOK_MS = 100;
export class TestServer {
  readonly #database: TestDatabase;
  readonly services: Services;
  readonly app: FastifyInstance;
  readonly routes: ReadonlySet<string>;
  readonly logLines: string[];
  readonly #clock: { offset: number };
  #patrols = 0;
  #logins = 0;
  /** By token: what its person would type when they are asked again. */
  readonly #passwords = new Map<string, string>();

  private constructor(parts: {
    database: TestDatabase;
    services: Services;
    app: FastifyInstance;
    routes: ReadonlySet<string>;
    logLines: string[];
    clock: { offset: number };
  }) {
    this.#database = parts.database;
    this.services = parts.services;
    this.app = parts.app;
    this.routes = parts.routes;
    this.logLines = parts.logLines;
    this.#clock = parts.clock;
    this.services.liveSessions.addCheck(async () => void this.#patrols++);
  }

  static async start({
    engine,
    database: given,
    readVolume,
    s3,
    lock,
    guacd,
    peer,
    patrol,
    databaseLimits,
    leaseMs,
    events,
    isSteady = false,
    certificate,
    takesSsh = false,
    ...options
  }: {
    trustedProxies?: string[];
    publicUrls?: string[];
    metricsToken?: string;
    consoleRoot?: string;
    /** Against the project's own engine, for what must work between the two. */
    engine?: 'sqlite';
    database?: TestDatabase;
    /** How much room is left on the disk. */
    readVolume?: ReadVolume;
    /** Where finished recordings and the files of spaces go, instead of the disk. */
    s3?: S3Options;
    /** Where checkpoints of the audit log are locked. */
    lock?: LockOptions;
    guacd?: { host: string; port: number; isOurs: boolean; picksPort?: boolean };
    /** Shares sessions with those beside it. */
    peer?: { url: string };
    /** As often as the product, for tests of how soon something ends. */
    patrol?: 'as the product';
    /** For tests of a database that does not answer. */
    databaseLimits?: Partial<DatabaseLimits>;
    /** Of the server, for tests of one that loses it. */
    leaseMs?: number;
    /** Where events may go, and how soon is given up. */
    events?: EventOptions;
    /** What is measured goes on evenly when the clock is moved, as in the product. */
    isSteady?: boolean;
    /** Takes SSH clients in, on a port of its own. */
    takesSsh?: boolean;
    /** As where it speaks TLS itself. */
    certificate?: Certificate;
  } = {}): Promise<TestServer> {
    const database = given ?? (await createTestDatabase(engine, { isStarted: true }));
    const logLines: string[] = [];
    const clock = {
      offset: 0,
      now: () => Date.now() + clock.offset,
      ...(isSteady && { steady: () => monotonicFrom(clock.now()) }),
    };
    const logger = createLogger('trace', { write: (line: string) => void logLines.push(line) });
    const services = await createServices({
      ...database,
      firstAdmin: FIRST_ADMIN,
      logger,
      clock,
      readVolume,
      s3,
      lock,
      ...(guacd && { guacd }),
      peer,
      patrolMs: patrol ? undefined : PATROL_MS,
      jobRetryMs: JOB_RETRY_MS,
      powerLookMs: POWER_LOOK_MS,
      databaseLimits: { ...PATIENT_DATABASE, ...databaseLimits },
      leaseMs,
      publicUrls: options.publicUrls,
      ...events,
      certificate,
      trustedProxies: options.trustedProxies,
      ...(takesSsh && { ssh: { host: '127.0.0.1', port: 0 } }),
    });
    // Of what goes on by itself only what sessions need: nothing is dialled, and nothing grows old unasked.
    await services.liveSessions.start();
    services.work.start();
    await services.nativeSsh.start();
    const routes = new Set<string>();
    const onRoute = (path: string) => void routes.add(path);
    const app = await buildApp(services, {
      version: 'test',
      trustedProxies: [],
      onRoute,
      certificate,
      ...options,
    });
    return new TestServer({ database, services, app, routes, logLines, clock });
  }

  /** Another server on the same database and data directory, as far as one process can be two. */
  startBeside(options: { peer?: { url: string }; events?: EventOptions } = {}): Promise<TestServer> {
    return TestServer.start({ ...options, database: { ...this.#database, remove: async () => undefined } });
  }

  /** Another server on the same database with a data directory of its own, as the product has it: on PostgreSQL alone. */
  startApart(
    options: Pick<StartOptions, 'peer' | 's3' | 'takesSsh' | 'patrol'> & { dataDir?: string } = {},
  ): Promise<TestServer> {
    const { dataDir = mkdtempSync(path.join(tmpdir(), 'jadegate-test-')), ...rest } = options;
    if (this.#database.databaseUrl === undefined) {
      throw new Error('servers with data directories of their own share a PostgreSQL database');
    }
    copyFileSync(path.join(this.dataDir, 'master.key'), path.join(dataDir, 'master.key'));
    const remove = async () => rmSync(dataDir, { recursive: true, force: true });
    return TestServer.start({ ...rest, database: { ...this.#database, dataDir, remove } });
  }

  /** What opens the same database. */
  get database(): Pick<TestDatabase, 'dataDir' | 'databaseUrl'> {
    return this.#database;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.services.close();
    await this.#database.remove();
  }

  get dataDir(): string {
    return this.#database.dataDir;
  }

  get db() {
    return this.services.database.db;
  }

  /** Moves the product's clock. */
  passTime(ms: number): void {
    this.#clock.offset += ms;
  }

  /** Resolves when every session was looked at again, by a round of the patrol that had not begun before. */
  async patrolled(): Promise<void> {
    const wanted = this.#patrols + 2;
    await vi.waitUntil(() => this.#patrols >= wanted, { timeout: 30_000, interval: 20 });
  }

  /** The time as the product sees it. */
  now(): number {
    return Date.now() + this.#clock.offset;
  }

  inject(method: Method, url: string, call: Call = {}) {
    const options: InjectOptions = {
      method,
      url,
      ...(call.query && { query: call.query }),
      ...(call.address && { remoteAddress: call.address }),
      headers: {
        ...(call.token && { 'x-auth-token': call.token }),
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body !== undefined && {
        payload: typeof call.body === 'string' ? call.body : JSON.stringify(call.body),
      }),
    };
    return this.app.inject(options);
  }

  /** Calls an endpoint and answers its envelope, which is always HTTP 200. */
  async call<Data = unknown>(method: Method, url: string, call: Call = {}): Promise<Answer<Data>> {
    const response = await this.inject(method, url, call);
    if (response.statusCode !== 200) {
      throw new Error(`${method} ${url} answered HTTP ${response.statusCode}: ${response.body}`);
    }
    const answer: Answer<Data> = response.json();
    const password = this.#passwords.get(call.token ?? '');
    if (answer.error !== 'auth.recent_proof_needed' || password === undefined || call.provesAgain === false) {
      return answer;
    }
    // As the console does: tests let hours pass between the acts of one login.
    await this.call('POST', '/account/recent-proof', { ...call, query: {}, body: { password } });
    return this.call<Data>(method, url, { ...call, provesAgain: false });
  }

  async login(username = 'admin', password = ADMIN_PASSWORD): Promise<string> {
    // From a new address each time, so that a long file does not meet the limit on logins.
    const address = `127.77.${(this.#logins >> 8) & 255}.${this.#logins++ & 255}`;
    const { data, message } = await this.call<{ token: string } | undefined>('POST', '/login', {
      body: { username, password },
      address,
    });
    if (!data) {
      throw new Error(`login of ${username} failed: ${message}`);
    }
    this.#passwords.set(data.token, password);
    return data.token;
  }

  async seedUser({
    type = 'user',
    menus = [],
    status = 'enabled',
    mustChangePassword = false,
  }: SeedUser = {}) {
    const id = newId();
    const username = `user-${id.slice(-8)}`;
    const user: Insertable<UserTable> = {
      id,
      username,
      username_key: username,
      nickname: `Nick ${id.slice(-8)}`,
      mail: '',
      type,
      status,
      source: '',
      password_hash: await userPasswordHash(),
      must_change_password: mustChangePassword ? 1 : 0,
      totp_enabled: 0,
      created_at: Date.now(),
    };
    await this.db.insertInto('user').values(user).execute();
    if (menus.length > 0) {
      await this.db
        .insertInto('role')
        .values({ id, name: id, type: 'new', created_at: Date.now() })
        .execute();
      await this.db
        .insertInto('role_menu')
        .values(menus.map((menu_id) => ({ role_id: id, menu_id, checked: 1 as const })))
        .execute();
      await this.db.insertInto('user_role').values({ user_id: id, role_id: id }).execute();
    }
    return { id, username };
  }

  /** A login of a new person with exactly these rights. */
  async loginAs(user: SeedUser): Promise<{ id: string; username: string; token: string }> {
    const seeded = await this.seedUser(user);
    return { ...seeded, token: await this.login(seeded.username, USER_PASSWORD) };
  }
}

/** One server for all tests of a file. */
type StartOptions = NonNullable<Parameters<typeof TestServer.start>[0]>;

export function useTestServer(options: StartOptions | (() => Promise<StartOptions>) = {}): {
  readonly current: TestServer;
} {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await TestServer.start(typeof options === 'function' ? await options() : options);
  });
  afterAll(() => server?.stop());
  return {
    get current() {
      if (!server) {
        throw new Error('the test server is not running');
      }
      return server;
    },
  };
}
