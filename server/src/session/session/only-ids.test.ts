import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { SessionKit } from '../../testing/session-kit.ts';
import { startTcpHost } from '../../testing/tcp-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

/** Where a session leads is read from the asset alone: whatever else a client says, no secret goes there. */
const server = useTestServer();
const kit = new SessionKit(server);
let listener: Awaited<ReturnType<typeof startTcpHost>>;
beforeAll(async () => {
  await kit.start();
  listener = await startTcpHost('SSH-2.0-listener\r\n');
});
afterEach(() => kit.leave());
afterAll(async () => {
  await listener.close();
  await kit.stop();
});

/** The names under which a target could be smuggled in. */
function elsewhere(): Record<string, string> {
  const port = String(listener.port);
  return {
    ip: '127.0.0.1',
    host: '127.0.0.1',
    hostname: '127.0.0.1',
    port,
    'dest-port': port,
    username: 'root',
    credentialId: 'any',
    accessGatewayId: 'any',
    socksProxyEnable: 'true',
    socksProxyPort: port,
    hostConfig: JSON.stringify({ ip: '127.0.0.1', port }),
  };
}

describe('a client that names another target', () => {
  it('gets the asset it was granted, and nobody else hears of it', async () => {
    const assetId = await kit.machine();
    const { token } = kit;
    const query = { ...elsewhere(), assetId, mode: 'native' };
    const made = await server.current.call<{ id: string }>('POST', '/sessions', {
      token,
      query,
      body: elsewhere(),
    });
    expect(made.code).toBe(1);
    const path = `/sessions/${made.data.id}/ssh`;
    const client = kit.connect(path, token, { ...elsewhere(), cols: '100', rows: '30' });
    await expect.poll(() => client.shown).toBe('$ ');
    expect(kit.shells).toHaveLength(1);
    expect(listener.sockets.size).toBe(0);
    expect(await kit.row(made.data.id)).toMatchObject({ port: kit.port });
  });
});
