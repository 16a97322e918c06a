import type { IdentitySourceRow, SourceState } from '@jadegate/contract/identity/identity-source';
import type { Page } from '@jadegate/contract/paging';

import { SLAPD, type OwnSlapd } from './own-slapd.ts';
import type { Answer, TestServer } from './test-server.ts';

/** One that runs beside the tests. */
type Directory = Pick<OwnSlapd, 'ports' | 'ca'>;

interface DirectoryLogin {
  token: string;
  info: { id: string; username: string; nickname: string; type: string; passwordAt: string };
}

/** A directory as a source of the product, and people who sign in with what they have there. */
export class DirectoryKit {
  readonly #server: { readonly current: TestServer };
  #logins = 0;
  admin = '';

  constructor(server: { readonly current: TestServer }) {
    this.#server = server;
  }

  async start(): Promise<void> {
    this.admin = await this.#server.current.login();
  }

  body(key: string, slapd: Directory, config: object = {}, more: object = {}) {
    return {
      key,
      kind: 'ldap',
      name: `目錄 ${key}`,
      config: {
        servers: [`127.0.0.1:${slapd.ports.tls}`],
        ca: slapd.ca,
        bindDn: SLAPD.bindDn,
        peopleBase: SLAPD.people,
        keyAttribute: 'sshPublicKey',
        groupsBase: SLAPD.groups,
        creation: 'on',
        ...config,
      },
      secret: SLAPD.bindPassword,
      ...more,
    };
  }

  /** Makes the source, or changes the one of this key. */
  async source(key: string, slapd: Directory, config: object = {}, more: object = {}): Promise<string> {
    const before = await this.#server.current.db
      .selectFrom('identity_source')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirst();
    const [method, path] = before
      ? (['PUT', `/identity-sources/${before.id}`] as const)
      : (['POST', '/identity-sources'] as const);
    const { data, message } = await this.call<{ id: string } | null>(
      method,
      path,
      this.body(key, slapd, config, more),
    );
    if (message !== 'success') {
      throw new Error(`the source was not saved: ${message}`);
    }
    return before?.id ?? data?.id ?? '';
  }

  async group(name: string): Promise<string> {
    return (await this.call<{ id: string }>('POST', '/user-groups', { name, members: [] })).data.id;
  }

  call<Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer<Data>> {
    return this.#server.current.call<Data>(method, path, { token: this.admin, ...(body && { body }) });
  }

  /** From a new address each time: what is counted here is counted by account. */
  signIn(username: string, password: string, more: object = {}): Promise<Answer<DirectoryLogin>> {
    const address = `127.78.${(this.#logins >> 8) & 255}.${this.#logins++ & 255}`;
    return this.#server.current.call<DirectoryLogin>('POST', '/login', {
      body: { username, password, ...more },
      address,
    });
  }

  /** As the product does every so often. */
  async visit(id: string, allowedLosses = 0): Promise<SourceState> {
    const { signal } = new AbortController();
    await this.#server.current.services.sourceVisits.visit(id, { allowedLosses }, signal);
    const { items } = (await this.call<Page<IdentitySourceRow>>('GET', '/identity-sources/paging')).data;
    const state = items.find((row) => row.id === id)?.state;
    if (!state) {
      throw new Error('there is no such source');
    }
    return state;
  }

  async groupsOf(userId: string): Promise<string[]> {
    const rows = await this.#server.current.db
      .selectFrom('user_group_member')
      .select('user_group_id')
      .where('user_id', '=', userId)
      .execute();
    return rows.map((row) => row.user_group_id).toSorted();
  }

  user(username: string) {
    return this.#server.current.services.users.findByUsername(username);
  }
}
