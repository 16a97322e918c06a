// With the clients of OpenSSH, on a real sshd.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';

import type { ClientChannel } from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { AssetKit } from '../../testing/assets.ts';
import { SSHD } from '../../testing/many-hosts.ts';
import { NativeSshKit, ranOf } from '../../testing/native-ssh-kit.ts';
import { OpenSsh } from '../../testing/open-ssh.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { useTestServer } from '../../testing/test-server.ts';

const LONG_MS = 60_000;
const server = useTestServer({ takesSsh: true, engine: 'sqlite' });
const assets = new AssetKit(server);
const openSsh = new OpenSsh();
const door = new NativeSshKit(server);

beforeAll(async () => {
  await assets.login();
  const asset = await assets.created({ ...SSHD, ip: '127.0.0.1', name: 'real' });
  await server.current.call('POST', `/assets/${asset.id}/tcping`, { token: assets.token });
}, LONG_MS);
afterAll(() => {
  door.leave();
  openSsh.remove();
});

function ssh(args: readonly string[], input?: Uint8Array) {
  const { port } = server.current.services.nativeSsh.describe();
  return openSsh.run('ssh', [...openSsh.options(port), ...args], { password: ADMIN_PASSWORD, input });
}

it(
  'runs commands as ssh does: outputs apart, status, input and signals',
  async () => {
    const ran = await ssh(['admin@real@127.0.0.1', 'echo out; echo err >&2; exit 42']);
    expect([ran.output.toString(), ran.errors, ran.code]).toEqual(['out\n', 'err\n', 42]);
    const bytes = randomBytes(4_000_000);
    const back = await ssh(['admin@tgt@real@127.0.0.1', 'cat; echo done >&2'], bytes);
    expect([back.output.equals(bytes), back.errors, back.code]).toEqual([true, 'done\n', 0]);
    const both = await ssh([
      'admin@real@127.0.0.1',
      'head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; kill -KILL $$',
    ]);
    expect([both.output.length, both.errors.length, both.code]).toEqual([3_000_000, 3_000_000, 255]);
  },
  LONG_MS,
);

it(
  'passes a signal of the client on to what runs',
  async () => {
    // By ssh2: OpenSSH's own client has no way to send one.
    const client = await door.connect('admin@real', { password: ADMIN_PASSWORD });
    const channel = await new Promise<ClientChannel>((resolve, reject) =>
      client.exec(
        "trap 'echo heard; exit 7' USR1; echo ready; while :; do sleep 0.1; done",
        (error, opened) => (error ? reject(error) : resolve(opened)),
      ),
    );
    const ran = ranOf(channel);
    await once(channel, 'data');
    channel.signal('USR1');
    expect(await ran).toMatchObject({ output: 'ready\nheard\n', code: 7 });
    client.end();
  },
  LONG_MS,
);

it(
  'gives a shell with a terminal, and one without where none is asked for',
  async () => {
    const shell = await ssh(
      ['-tt', 'admin@real@127.0.0.1'],
      Buffer.from('stty size; echo $TERM $LANG; exit 3\n'),
    );
    expect(shell.code).toBe(3);
    expect(shell.output.toString()).toContain('xterm');
    const piped = await ssh(['admin@real@127.0.0.1', 'bash -s'], Buffer.from('echo one\nexit 5\n'));
    expect([piped.output.toString(), piped.code]).toEqual(['one\n', 5]);
    const bare = await ssh(['-T', 'admin@real@127.0.0.1'], Buffer.from('echo two\necho three >&2\nexit 6\n'));
    expect([bare.output.toString(), bare.errors, bare.code]).toEqual([
      expect.stringMatching(/two\n$/),
      'three\n',
      6,
    ]);
  },
  LONG_MS,
);

it(
  'is jumped through, and keeps one connection for many commands',
  async () => {
    const { port } = server.current.services.nativeSsh.describe();
    const config = openSsh.configure('config', [
      'Host *',
      'StrictHostKeyChecking no',
      'UserKnownHostsFile /dev/null',
      'LogLevel ERROR',
      'Host gate',
      'HostName 127.0.0.1',
      `Port ${port}`,
      'User admin',
      'Host shared',
      'HostName 127.0.0.1',
      `Port ${port}`,
      'User admin@real',
      'ControlMaster auto',
      `ControlPath ${openSsh.folder}/%C`,
      'ControlPersist 20',
    ]);
    const run = (args: readonly string[]) =>
      openSsh.run('ssh', ['-F', config, ...args], { password: ADMIN_PASSWORD });
    const jumped = await run(['-J', 'gate', 'tgt@real', 'echo through; exit 9']);
    expect([jumped.output.toString(), jumped.errors, jumped.code]).toEqual(['through\n', '', 9]);
    const wrong = await run(['-J', 'gate', 'mallory@real', 'echo through']);
    expect(wrong.code).toBe(255);
    const count = () =>
      server.current.db
        .selectFrom('session')
        .select((row) => row.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
    const before = (await count()).n;
    const ran = await Promise.all([1, 2, 3].map((n) => run(['shared', `echo ${n}`])));
    const more = await run(['shared', 'echo 4']);
    expect([...ran, more].map(({ output }) => output.toString().trim())).toEqual(['1', '2', '3', '4']);
    await run(['-O', 'exit', 'shared']);
    // Those that came at once may have made a connection each; the rest went over what was there.
    expect((await count()).n - before).toBeLessThan(4);
  },
  LONG_MS,
);
