import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { execOn, NativeSshKit, ranOf, shellOn, type Ran } from '../../testing/native-ssh-kit.ts';
import { RunKit } from '../../testing/run-kit.ts';
import { useTestServer, USER_PASSWORD } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const server = useTestServer({ takesSsh: true });
const hosts = new RunKit(server);
const door = new NativeSshKit(server);

beforeAll(() => hosts.start());
afterEach(() => {
  door.leave();
  hosts.leave();
});
afterAll(() => hosts.stop());

/** Somebody who may use a machine of this name, as the grant says. */
async function connected(name: string, grant: object) {
  const person = await server.current.seedUser();
  await hosts.grant(person.id, await hosts.machine({ name }), grant);
  return door.connect(`${person.username}@${name}`, { password: USER_PASSWORD });
}

it('has commands judged by the filter before they run, and writes down those that may not', async () => {
  const commandFilterId = await hosts.filter([
    { type: 'prefix', pattern: 'rm', action: 'deny' },
    { type: 'prefix', pattern: 'reboot', action: 'warn' },
  ]);
  const client = await connected('filtered', { commandFilterId });
  expect(await execOn(client, 'echo fine')).toMatchObject({ output: 'fine\n', code: 0 });
  const denied = await execOn(client, 'true; rm -rf /tmp/nothing');
  expect(denied).toMatchObject({ output: '', code: 255 });
  expect(denied.errors).toMatch(/^jadegate: .*rm -rf.*\n$/);
  // Nobody can be asked here.
  expect(await execOn(client, 'reboot')).toMatchObject({ output: '', code: 255 });
  expect(hosts.commands).toEqual(['echo fine']);
  await until(async () => {
    const rows = await server.current.db
      .selectFrom('session_command')
      .select(['command', 'action', 'sent'])
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { command: 'echo fine', action: 'allow', sent: 1 },
      { command: 'true; rm -rf /tmp/nothing', action: 'deny', sent: 0 },
      { command: 'reboot', action: 'warn', sent: 0 },
    ]);
  });
});

it('hands no host a command that it could read otherwise than it was judged', async () => {
  const client = await connected('nul', {});
  const before = hosts.commands.length;
  expect(await execOn(client, 'echo fine\0; id')).toMatchObject({ output: '', code: 255 });
  expect(hosts.commands.length).toBe(before);
});

it('judges what is typed into a shell before Enter, as in the browser', async () => {
  const commandFilterId = await hosts.filter([{ type: 'prefix', pattern: 'rm', action: 'deny' }]);
  const client = await connected('typed', { commandFilterId });
  const shell = await shellOn(client);
  await until(() => expect(shell.shown).toContain('$ '));
  const typed: string[] = [];
  hosts.shells.at(-1)?.on('data', (bytes: Buffer) => typed.push(bytes.toString()));
  shell.channel.write('rm x');
  await until(() => expect(shell.shown).toContain('rm x'));
  shell.channel.write('\r');
  await until(() => expect(typed.join('')).toContain('\u0003'));
  expect(typed.join('')).not.toContain('\r');
});

it('runs listed commands with plain values and nothing else where only they may run', async () => {
  const { data } = await server.current.call<{ id: string }>('POST', '/strategies', {
    token: hosts.token,
    body: {
      name: 'listed',
      commandsOnly: true,
      upload: true,
      download: true,
      allowedCommands: [{ name: 'say', content: 'echo {{word:hello}}; echo {{word}}' }],
    },
  });
  const client = await connected('listed', { strategyId: data.id });
  const before = hosts.commands.length;
  expect(await execOn(client, 'echo hello; echo hello')).toMatchObject({ output: 'hello\nhello\n' });
  expect(await execOn(client, 'echo v1.2/a; echo v1.2/a')).toMatchObject({ output: 'v1.2/a\nv1.2/a\n' });
  for (const other of [
    'echo a; echo b',
    'echo $(id); echo $(id)',
    'echo a;id; echo a;id',
    'echo -n; echo -n',
  ]) {
    expect(await execOn(client, other)).toMatchObject({ output: '', code: 255 });
  }
  // On a terminal a listed command that shows a page at a time would be a shell.
  const onTerminal = await new Promise<Ran>((resolve) =>
    client.exec('echo hello; echo hello', { pty: true }, (_error, channel) => resolve(ranOf(channel))),
  );
  expect(onTerminal).toMatchObject({ output: expect.stringContaining('-t'), code: 255 });
  // Nothing else is opened either, whatever the strategy says of files.
  expect(await (await shellOn(client)).ended).toMatchObject({ code: 255 });
  expect(await execOn(client, 'scp -t /tmp')).toMatchObject({ output: '', code: 255 });
  const opened = (open: (done: (error?: Error | null) => void) => void) =>
    new Promise((resolve) => open((error) => resolve(error ? 'refused' : 'open')));
  expect(await opened((done) => client.sftp(done))).toBe('refused');
  expect(await opened((done) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', 9, done))).toBe('refused');
  expect(hosts.commands.length - before).toBe(2);
});
