import type { MenuId } from '@jadegate/contract/menu';

import { newId } from '../kernel/id.ts';
import type { Answer, TestServer } from './test-server.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** People with some rights, what they do with them, and accounts whose password its maker knows. */
export class ReachKit {
  readonly #server: { readonly current: TestServer };
  /** Of the accounts that are made. */
  readonly known = 'known to its maker';

  constructor(server: { readonly current: TestServer }) {
    this.#server = server;
  }

  call<Data = unknown>(method: Method, url: string, token: string, body?: object): Promise<Answer<Data>> {
    return this.#server.current.call<Data>(method, url, { token, ...(body && { body }) });
  }

  as(...menus: MenuId[]) {
    return this.#server.current.loginAs({ type: 'admin', menus });
  }

  made(token: string, more: object = {}) {
    const body = {
      username: `p-${newId().slice(-10)}`,
      nickname: 'puppet',
      type: 'user',
      password: this.known,
      ...more,
    };
    return this.call<{ id: string; username: string }>('POST', '/users', token, body);
  }

  grant(token: string, assetId: string, userId: string, more: object = {}) {
    return this.call('POST', '/authorised/users', token, { assetId, userIds: [userId], ...more });
  }
}
