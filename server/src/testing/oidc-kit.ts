import type { SourceStart } from '@jadegate/contract/identity/source-sign-in';

import { CLIENT, OidcHost } from './oidc-host.ts';
import type { Answer, TestServer } from './test-server.ts';

/** Where browsers find the product: the server under test is told so, too. */
export const PUBLIC_URL = 'https://gate.example';

interface Made {
  id: string;
}

interface Login {
  token: string;
  info: { id: string; username: string; type: string };
}

/** Sources of identity that are clients of a real provider, and people who sign in by them. */
export class OidcKit {
  readonly #server: { readonly current: TestServer };
  readonly #keys: readonly string[];
  #host: OidcHost | undefined;
  admin = '';

  /** By these keys the provider knows them. */
  constructor(server: { readonly current: TestServer }, keys: readonly string[]) {
    this.#server = server;
    this.#keys = keys;
  }

  get host(): OidcHost {
    if (!this.#host) {
      throw new Error('the provider is not started');
    }
    return this.#host;
  }

  async start(): Promise<void> {
    this.#host = await OidcHost.start(PUBLIC_URL, this.#keys);
    this.admin = await this.#server.current.login();
  }

  async stop(): Promise<void> {
    await this.host.stop();
  }

  /** One that is there already becomes as it is said. Answers its id. */
  async makeSource(key: string, config: object = {}, rules: object[] = []): Promise<string> {
    const body = {
      key,
      kind: 'oidc',
      name: `來源 ${key}`,
      config: {
        issuer: this.host.issuer,
        allowsPlainHttp: true,
        clientId: `${CLIENT.id}-${key}`,
        scope: 'openid profile email groups',
        ...config,
      },
      rules,
      secret: CLIENT.secret,
    };
    const before = await this.#server.current.db
      .selectFrom('identity_source')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirst();
    const [method, path] = before
      ? (['PUT', `/identity-sources/${before.id}`] as const)
      : (['POST', '/identity-sources'] as const);
    const call = { token: this.admin, body };
    const { data, message } = await this.#server.current.call<Made | null>(method, path, call);
    if (message !== 'success') {
      throw new Error(message);
    }
    return before?.id ?? data?.id ?? '';
  }

  async makeGroup(name: string): Promise<string> {
    const call = { token: this.admin, body: { name, members: [] } };
    return (await this.#server.current.call<Made>('POST', '/user-groups', call)).data.id;
  }

  /** What the page of the login does before it sends the browser there. */
  async begin(key: string): Promise<SourceStart> {
    return (await this.#server.current.call<SourceStart>('POST', `/login/sources/${key}/start`)).data;
  }

  /** And when the browser comes back. */
  finish(key: string, binding: string, search: string, more: object = {}): Promise<Answer<Login>> {
    const body = { binding, search, ...more };
    return this.#server.current.call<Login>('POST', `/login/sources/${key}/finish`, { body });
  }

  async signIn(key: string, login: string, more: object = {}): Promise<Answer<Login>> {
    const { url, binding } = await this.begin(key);
    const { search } = await this.host.signIn(url, login);
    return this.finish(key, binding, search, more);
  }
}
