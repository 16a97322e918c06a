import { randomBytes } from 'node:crypto';

import { LOOPBACK } from '../hosts.ts';
import type { Cable } from './cable.ts';
import { freePort } from './free-port.ts';
import { OwnHaproxy } from './own-haproxy.ts';
import { createDatabase, type Database } from './postgres.ts';

interface OneServer {
  readonly dataDir: string;
  kill9(): Promise<void>;
  dispose(): Promise<void>;
}

interface HowToStart {
  databaseUrl: string;
  port: number;
  env: Record<string, string>;
  dataDir?: string;
  apart?: boolean;
}

type EnvAt = (place: number, port: number) => Record<string, string> | Promise<Record<string, string>>;

export interface ServerGroupOptions {
  /** How many run from the beginning. */
  count: number;
  /** How many haproxy knows of; those that do not run yet are started with `add`. */
  places?: number;
  /** What all of them are told, who are reached at the address of haproxy. */
  env: (frontUrl: string) => Record<string, string>;
  /** What only the server at a place is told. */
  envAt?: EnvAt;
  /** Stands between the servers and their database. */
  databaseCable?: Cable;
  /** Each in a process table of its own, as on machines of their own: only its lease says whether one lives. */
  apart?: boolean;
}

/** How a server is started at a place. */
interface Plan<One> {
  start: (how: HowToStart) => Promise<One>;
  ports: readonly number[];
  databaseUrl: string;
  env: Record<string, string>;
  envAt: EnvAt;
  apart: boolean;
}

/** Servers on one PostgreSQL database behind haproxy, which gives each request and each socket to the next of them. */
export class ServerGroup<One extends OneServer> {
  /** By place; a place is empty until a server was started there. */
  readonly servers: One[];
  readonly haproxy: OwnHaproxy;
  readonly database: Database;
  readonly #plan: Plan<One>;

  private constructor(plan: Plan<One>, parts: Pick<ServerGroup<One>, 'servers' | 'haproxy' | 'database'>) {
    this.#plan = plan;
    this.servers = parts.servers;
    this.haproxy = parts.haproxy;
    this.database = parts.database;
  }

  static async start<One extends OneServer>(
    start: (how: HowToStart) => Promise<One>,
    { count, places = count, env, envAt = () => ({}), databaseCable, apart = false }: ServerGroupOptions,
  ): Promise<ServerGroup<One>> {
    const database = await createDatabase();
    const [front = 0, ...ports] = await freePorts(places + 1);
    const shared = {
      JADEGATE_MASTER_KEY: randomBytes(32).toString('base64'),
      JADEGATE_TRUSTED_PROXIES: LOOPBACK,
      JADEGATE_PEER_PLAINTEXT: 'private-network',
      ...env(`http://${LOOPBACK}:${front}`),
    };
    const url = new URL(database.url);
    if (databaseCable) {
      url.port = new URL(databaseCable.url).port;
    }
    const plan = { start, ports, databaseUrl: url.href, env: shared, envAt, apart };
    const servers: One[] = [];
    for (let place = 0; place < count; place += 1) {
      servers.push(await startAt(place, plan));
    }
    return new ServerGroup(plan, { servers, haproxy: await OwnHaproxy.start(front, ports), database });
  }

  /** Starts a server at a place: a new one, or one on the data of the one that was there. */
  async add(place: number, env: Record<string, string> = {}): Promise<One> {
    const plan = { ...this.#plan, env: { ...this.#plan.env, ...env } };
    const server = await startAt(place, plan, this.servers[place]?.dataDir);
    this.servers[place] = server;
    return server;
  }

  async remove(): Promise<void> {
    for (const server of this.servers) {
      await server.kill9();
      await server.dispose();
    }
    this.haproxy.remove();
    await this.database.drop();
  }
}

async function startAt<One>(place: number, plan: Plan<One>, dataDir?: string): Promise<One> {
  const port = plan.ports[place];
  if (port === undefined) {
    throw new Error(`haproxy knows of no place ${place}`);
  }
  const { start, databaseUrl, apart } = plan;
  const peer = { JADEGATE_PEER_URL: `http://${LOOPBACK}:${port}` };
  return start({
    databaseUrl,
    port,
    apart,
    env: { ...plan.env, ...peer, ...(await plan.envAt(place, port)) },
    ...(dataDir && { dataDir }),
  });
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    ports.add(await freePort());
  }
  return [...ports];
}
