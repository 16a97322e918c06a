import type { Asset, AssetRow } from '@jadegate/contract/access/asset';
import type { Page } from '@jadegate/contract/paging';

import { newId } from '../kernel/id.ts';
import { testKeys } from './keys.ts';
import type { TestServer } from './test-server.ts';

/** A plain SSH asset without a name, as a body. */
export const SSH = { protocol: 'ssh', ip: '10.0.0.1', port: 22, accountType: 'custom', username: 'root' };

/** Calls and looks that the tests of assets share. */
export class AssetKit {
  readonly #server: { readonly current: TestServer };
  #count = 0;
  token = '';

  constructor(server: { readonly current: TestServer }) {
    this.#server = server;
  }

  async login(): Promise<void> {
    this.token = await this.#server.current.login();
  }

  create(body: object) {
    return this.#server.current.call<Asset>('POST', '/assets', { token: this.token, body });
  }

  update(id: string, body: object) {
    return this.#server.current.call('PUT', `/assets/${id}`, { token: this.token, body });
  }

  async get(id: string): Promise<Asset> {
    return (await this.#server.current.call<Asset>('GET', `/assets/${id}`, { token: this.token })).data;
  }

  remove(ids: string) {
    return this.#server.current.call('DELETE', `/assets/${ids}`, { token: this.token });
  }

  list(query: Record<string, string> = {}) {
    return this.#server.current.call<Page<AssetRow>>('GET', '/assets/paging', { token: this.token, query });
  }

  async created(body: object = {}): Promise<Asset> {
    const name = `asset ${++this.#count}`;
    const { data, message } = await this.create({ ...SSH, name, password: 'p@ss', ...body });
    if (message !== 'success') {
      throw new Error(`the asset was not created: ${message}`);
    }
    return data;
  }

  async credential(type: 'custom' | 'private-key' = 'custom'): Promise<string> {
    const secret = type === 'custom' ? { password: 'x' } : { privateKey: testKeys().ed25519 };
    const body = { name: `credential ${newId()}`, type, username: 'root', ...secret };
    const call = { token: this.token, body };
    return (await this.#server.current.call<{ id: string }>('POST', '/credentials', call)).data.id;
  }

  async gateway(): Promise<string> {
    const id = newId();
    const account = { account_type: 'password', username: 'jump' } as const;
    await this.#server.current.db
      .insertInto('access_gateway')
      .values({
        id,
        name: `gateway ${id}`,
        ip: '127.0.0.9',
        port: 22,
        ...account,
        parent_id: null,
        created_at: 0,
      })
      .execute();
    return id;
  }

  async pinKey(id: string): Promise<void> {
    const key = { key_type: 'ssh-ed25519', fingerprint: 'SHA256:x', public_key: 'ssh-ed25519 AAAA' };
    await this.#server.current.db
      .insertInto('host_key')
      .values({ owner: `asset:${id}`, state: 'pinned', ...key, seen_at: 0, seen_by: '', seen_via: '' })
      .execute();
  }

  async pinnedKeys(id: string): Promise<number> {
    const rows = await this.#server.current.db
      .selectFrom('host_key')
      .selectAll()
      .where('owner', '=', `asset:${id}`)
      .execute();
    return rows.length;
  }

  async secret(id: string, name: string): Promise<string | undefined> {
    return (await this.#server.current.services.vault.get(`asset:${id}`, name))?.expose();
  }

  /** The audit entries about an asset, oldest first. */
  async audited(id: string) {
    const rows = await this.#server.current.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', id)
      .orderBy('seq')
      .execute();
    return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> }));
  }
}
