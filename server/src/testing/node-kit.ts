import type { Node, NodeRow } from '@jadegate/contract/fleet/node';
import type { Page } from '@jadegate/contract/paging';

import { AssetKit } from './assets.ts';
import { shellExec } from './shell-exec.ts';
import { startSshHost, type SshHost, type SshHostOptions } from './ssh-host.ts';
import type { TestServer } from './test-server.ts';

export const NODE_PASSWORD = 'Node-pass1';

/** An SSH host that answers with what this machine is. */
export const startNodeHost = (change: SshHostOptions = {}): Promise<SshHost> =>
  startSshHost({ password: NODE_PASSWORD, shell: (channel) => channel.end(), exec: shellExec(), ...change });

/** Physical hosts of a test server, all of which are this machine. */
export class NodeKit {
  readonly assets: AssetKit;
  readonly #server: { readonly current: TestServer };
  #host: SshHost | undefined;
  #count = 0;

  constructor(server: { readonly current: TestServer }) {
    this.#server = server;
    this.assets = new AssetKit(server);
  }

  /** The one that they all are. */
  get host(): SshHost {
    if (!this.#host) {
      throw new Error('the host was not started');
    }
    return this.#host;
  }

  async start(): Promise<void> {
    await this.assets.login();
    this.#host = await startNodeHost();
  }

  async stop(): Promise<void> {
    await this.#host?.close();
  }

  readonly call = <Data>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    token = this.assets.token,
  ) => this.#server.current.call<Data>(method, url, { token, ...(body && { body }) });

  readonly machine = (change: object = {}) =>
    this.assets.created({
      ip: '127.0.0.1',
      port: this.host.port,
      username: 'root',
      password: NODE_PASSWORD,
      ...change,
    });

  readonly get = async (id: string) => (await this.call<Node>('GET', `/nodes/${id}`)).data;

  readonly collect = async (id: string) => (await this.call<NodeRow>('POST', `/nodes/${id}/collect`)).data;

  readonly list = async (query: Record<string, string>) => {
    const options = { token: this.assets.token, query };
    return (await this.#server.current.call<Page<NodeRow>>('GET', '/nodes/paging', options)).data;
  };

  /** Added and asked for the first time. */
  readonly made = async (change: object = {}): Promise<string> => {
    const asset = await this.machine();
    const body = { name: `node ${++this.#count}`, assetId: asset.id, ...change };
    const { data, message } = await this.call<{ id: string }>('POST', '/nodes', body);
    if (message !== 'success') {
      throw new Error(message);
    }
    await this.#server.current.services.nodeScheduler.settled();
    return data.id;
  };
}
