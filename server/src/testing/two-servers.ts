import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { SocketClient } from './session-kit.ts';
import { ShareKit } from './share-kit.ts';
import { useTestServer, type TestServer } from './test-server.ts';
import { until } from './until.ts';

export const PATIENT = { timeout: 10_000, interval: 20 };
/** The real one is known once it listens. */
const UNKNOWN = { url: 'http://127.0.0.1:1' };

export const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port;
export const idOf = ({ services }: TestServer) => services.processes.id;

/** Two servers that know each other, for a file of tests: one holds live sessions, and people are at the other. */
export function withTwoServers() {
  const owner = useTestServer({ peer: UNKNOWN });
  let other: TestServer | undefined;
  const sockets: SocketClient[] = [];
  const started = (): TestServer => {
    if (!other) {
      throw new Error('the other server is not started');
    }
    return other;
  };
  /** Everything a person does here goes to the other server. */
  const kit = new ShareKit({
    get current() {
      return started();
    },
  });
  /** Where the owner says that it is. */
  const sayWhere = (url: string) =>
    owner.current.db
      .updateTable('server_process')
      .set({ peer_url: url })
      .where('id', '=', idOf(owner.current))
      .execute();
  const reach = () => sayWhere(`http://127.0.0.1:${portOf(owner.current.app.server)}`);

  /** A session that the owner holds, with its prompt on the screen. */
  async function opened(token = kit.token): Promise<{ id: string; client: SocketClient }> {
    const { data } = await kit.create(await kit.machine(), token);
    const host = `127.0.0.1:${portOf(owner.current.app.server)}`;
    const query = new URLSearchParams({ protocol: 'binary', 'X-Auth-Token': token }).toString();
    const client = new SocketClient(`ws://${host}/sessions/${data.id}/ssh?${query}`, `http://${host}`);
    sockets.push(client);
    await expect.poll(() => client.shown, PATIENT).toBe('$ ');
    expect(owner.current.services.liveSessions.find(data.id)).toBeDefined();
    expect(started().services.liveSessions.find(data.id)).toBeUndefined();
    return { id: data.id, client };
  }

  /** What was set at one server counts at the others within two seconds. */
  const knows = (setting: 'session-sharing', value: string) =>
    until(async () => {
      if ((await owner.current.services.settings.get(setting)) !== value) {
        throw new Error(`${setting} is not known yet`);
      }
    });

  beforeAll(async () => {
    await owner.current.app.listen({ host: '127.0.0.1', port: 0 });
    other = await owner.current.startBeside({ peer: UNKNOWN });
    await kit.start();
    await knows('session-sharing', 'signed-in');
    await reach();
  });
  afterEach(() => {
    kit.leave();
    sockets.splice(0).forEach(({ socket }) => socket.terminate());
  });
  afterAll(async () => {
    await kit.stop();
    await started().stop();
  });
  return {
    owner,
    get other() {
      return started();
    },
    kit,
    sayWhere,
    reach,
    opened,
  };
}
