// What a host is told of who is there, at every door.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { execOn, NativeSshKit, shellOn } from '../../testing/native-ssh-kit.ts';
import { RunKit } from '../../testing/run-kit.ts';
import { useTestServer, USER_PASSWORD } from '../../testing/test-server.ts';

const server = useTestServer({ takesSsh: true });
const hosts = new RunKit(server);
const door = new NativeSshKit(server);

beforeAll(() => hosts.start());
afterEach(() => {
  door.leave();
  hosts.leave();
});
afterAll(() => hosts.stop());

const set = (isOn: boolean) =>
  server.current.call('PUT', '/properties', {
    token: hosts.token,
    body: { 'session-host-variables': String(isOn) },
  });

const told = () => Object.fromEntries([...hosts.host.env].filter(([name]) => name.startsWith('JADEGATE_')));

async function lastSession(): Promise<string> {
  const { db } = server.current;
  return (await db.selectFrom('session').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}

it('says nothing unless it is switched on, whatever a client says', async () => {
  await hosts.machine({ name: 'quiet' });
  const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
  const client = await door.connect(`${person.username}@quiet`, { password: USER_PASSWORD });
  await new Promise((resolve) =>
    client.exec('true', { env: { JADEGATE_USER: 'root', LC_TIME: 'C' } }, (_error, channel) =>
      channel.once('close', resolve).resume(),
    ),
  );
  expect([...hosts.host.env]).toEqual([['LC_TIME', 'C']]);
});

it('names person and session to a terminal of the console, a client of one’s own, and what runs unattended', async () => {
  await set(true);
  const assetId = await hosts.machine({ name: 'told' });
  const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
  const { id } = await hosts.opened(person.token);
  expect(told()).toEqual({ JADEGATE_USER: person.username, JADEGATE_SESSION: id });

  const client = await door.connect(`${person.username}@told`, { password: USER_PASSWORD });
  await execOn(client, 'true');
  const ofCommand = told();
  expect(ofCommand).toEqual({ JADEGATE_USER: person.username, JADEGATE_SESSION: await lastSession() });
  await shellOn(client);
  expect(told()).toEqual(ofCommand);

  const { actor } = await hosts.person(0);
  await hosts.grant(actor.userId, assetId);
  const { done } = await server.current.services.commandRuns.start(actor, {
    timeoutMs: 60_000,
    origin: 'batch',
    assetIds: [assetId],
    script: 'true',
  });
  await done;
  expect(told()).toEqual({ JADEGATE_USER: actor.username, JADEGATE_SESSION: await lastSession() });
  await set(false);
});
