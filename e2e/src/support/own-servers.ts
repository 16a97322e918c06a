import type { ServerRow } from '@jadegate/contract/platform/server';

import { Client } from './client.ts';
import type { OwnHaproxy } from './own-haproxy.ts';
import { query, type Database } from './postgres.ts';
import { Product } from './product.ts';
import { ServerGroup, type ServerGroupOptions } from './server-group.ts';
import { PASSWORD, SessionBed } from './session-bed.ts';

interface OwnServersOptions extends Partial<Omit<ServerGroupOptions, 'env'>> {
  env?: Record<string, string>;
}

/** Servers on one PostgreSQL database behind haproxy, which gives each request and each socket to the next of them. */
export class OwnServers {
  /** Signed in through haproxy. */
  readonly bed: SessionBed;
  readonly #group: ServerGroup<Product>;

  private constructor(group: ServerGroup<Product>, bed: SessionBed) {
    this.#group = group;
    this.bed = bed;
  }

  static async start({ count = 3, env = {}, ...others }: OwnServersOptions = {}): Promise<OwnServers> {
    const group = await ServerGroup.start((how) => Product.startAlone(how), {
      count,
      env: (url) => ({ JADEGATE_ADMIN_PASSWORD: PASSWORD, JADEGATE_PUBLIC_URL: url, ...env }),
      ...others,
    });
    return new OwnServers(group, await SessionBed.at(group.servers[0] as Product, group.haproxy.url));
  }

  /** By place; a place is empty until a server was started there. */
  get products(): Product[] {
    return this.#group.servers;
  }

  get haproxy(): OwnHaproxy {
    return this.#group.haproxy;
  }

  get database(): Database {
    return this.#group.database;
  }

  /** Starts a server at a place: a new one, or one on the data of the one that was there. */
  add(place: number, env: Record<string, string> = {}): Promise<Product> {
    return this.#group.add(place, env);
  }

  /** As the monitoring page lists them. */
  async rows(): Promise<ServerRow[]> {
    return (await this.bed.admin.call<ServerRow[]>('GET', '/servers')).data;
  }

  /** The place of the server that holds a live session. */
  async holderOf(sessionId: string): Promise<number> {
    const [row] = await query(
      this.database.url,
      `select process_id from session where id = '${sessionId.replaceAll("'", '')}'`,
    );
    for (const [place, { isRunning }] of this.products.entries()) {
      if (isRunning && (await this.idAt(place)) === row?.['process_id']) {
        return place;
      }
    }
    throw new Error(`nobody holds the session ${sessionId}`);
  }

  /** What the server at a place is called in the database. */
  async idAt(place: number): Promise<string> {
    const client = new Client(this.products[place]?.url ?? '').useToken(this.bed.token);
    const rows = (await client.call<ServerRow[]>('GET', '/servers')).data;
    return rows.find(({ isThis }) => isThis)?.id ?? '';
  }

  remove(): Promise<void> {
    return this.#group.remove();
  }
}
