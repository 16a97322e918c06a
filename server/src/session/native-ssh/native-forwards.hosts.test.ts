// What leads back from a host to the computer of its person, with OpenSSH at both ends.
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { SFTPWrapper } from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { AssetKit } from '../../testing/assets.ts';
import { NativeSshKit } from '../../testing/native-ssh-kit.ts';
import { OpenSsh } from '../../testing/open-ssh.ts';
import { OwnVnc } from '../../testing/own-vnc.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';
import { freePort, ToolHost } from '../../testing/tool-host.ts';
import { until } from '../../testing/until.ts';

const server = useTestServer({ takesSsh: true, engine: 'sqlite' });
const assets = new AssetKit(server);
const door = new NativeSshKit(server);
const openSsh = new OpenSsh();
/** On the computer of the person: says back what it hears. */
const echo = net.createServer((socket) => socket.pipe(socket));
const agent = join(openSsh.folder, 'agent');
const agentProgram = openSsh.start('ssh-agent', ['-D', '-a', agent]);
let host: ToolHost;
let echoPort = 0;
let assetId = '';

beforeAll(async () => {
  host = await ToolHost.startAt('127.0.0.1', [
    'X11Forwarding yes',
    'XAuthLocation /usr/bin/xauth',
    'Subsystem sftp internal-sftp',
  ]);
  await assets.login();
  const asset = await assets.created({ ...host.account, ip: '127.0.0.1', port: host.port, name: 'back' });
  await server.current.call('POST', `/assets/${asset.id}/tcping`, { token: assets.token });
  assetId = asset.id;
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  echoPort = (echo.address() as net.AddressInfo).port;
});
afterAll(async () => {
  echo.close();
  agentProgram.kill();
  openSsh.remove();
  await host.remove();
});

function ssh(...args: string[]) {
  return openSsh.run('ssh', [...options(), ...args], { password: ADMIN_PASSWORD });
}

const options = () => openSsh.options(server.current.services.nativeSsh.describe().port);

async function audited(action: 'session.forwarded' | 'session.listening') {
  const rows = await server.current.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', action)
    .orderBy('seq')
    .execute();
  return rows.map(({ detail }) => JSON.parse(detail) as Record<string, unknown>);
}

/** What listens at the port, as `address:port`. */
const listeners = (port: number) =>
  execFileSync('ss', ['-ltnH', `sport = :${port}`], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => line.split(/\s+/)[3] ?? []);

it('leads back what comes to a port of the asset, which listens on its loopback alone', async () => {
  const port = await freePort('127.0.0.1');
  const knock = `exec 3<>/dev/tcp/127.0.0.1/${port} && echo knock >&3 && head -n1 <&3`;
  const look = `ss -ltnH 'sport = :${port}' | awk '{print $4}' | sort`;
  const ran = await ssh(
    '-R',
    `${port}:127.0.0.1:${echoPort}`,
    'admin@back@127.0.0.1',
    `bash -c '${knock}'; ${look}`,
  );
  expect([ran.output.toString(), ran.errors, ran.code]).toEqual([
    `knock\n127.0.0.1:${port}\n[::1]:${port}\n`,
    '',
    0,
  ]);
  const listen = `localhost:${port}`;
  expect(await audited('session.listening')).toEqual([{ listen }]);
  await until(async () =>
    expect(await audited('session.forwarded')).toEqual([
      { way: 'remote', listen, connections: 1, sent: 6, received: 6 },
    ]),
  );
  expect(listeners(port)).toEqual([]);
});

it('leads back what comes to a socket of the asset', async () => {
  const path = `/tmp/jadegate-${host.port}.sock`;
  const knock = [
    'import socket',
    's = socket.socket(socket.AF_UNIX)',
    `s.connect("${path}")`,
    's.send(b"knock")',
    'print(s.recv(9).decode())',
  ].join('; ');
  const ran = await ssh(
    '-R',
    `${path}:127.0.0.1:${echoPort}`,
    'admin@back@127.0.0.1',
    `python3 -c '${knock}'; rm -f ${path}`,
  );
  expect([ran.output.toString(), ran.errors, ran.code]).toEqual(['knock\n', '', 0]);
});

it('lends the agent of the client to what asked for it, and to nothing else', async () => {
  const env = { SSH_AUTH_SOCK: agent };
  const key = join(openSsh.folder, 'key');
  await openSsh.run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'of-the-laptop', '-f', key]);
  await until(async () => expect((await openSsh.run('ssh-add', ['-q', key], { env })).code).toBe(0));
  const list = (...args: string[]) =>
    openSsh.run('ssh', [...options(), ...args, 'admin@back@127.0.0.1', 'ssh-add -l'], {
      password: ADMIN_PASSWORD,
      env,
    });
  const lent = await list('-A');
  expect([lent.output.toString(), lent.code]).toEqual([expect.stringContaining('of-the-laptop'), 0]);
  const alone = await list('-a');
  expect([alone.output.toString(), alone.code]).toEqual(['', 2]);
  await until(async () =>
    expect(await audited('session.forwarded')).toContainEqual(
      expect.objectContaining({ way: 'agent', connections: 1 }),
    ),
  );
});

it('shows programs of the asset on the screen of the client', async () => {
  const screen = await OwnVnc.start();
  const env = { DISPLAY: screen.display, XAUTHORITY: join(openSsh.folder, 'xauthority') };
  const args = [...options(), '-Y', 'admin@back@127.0.0.1', 'xeyes & read line; kill $!'];
  const shown = openSsh.start('ssh', args, { password: ADMIN_PASSWORD, env });
  const windows = async () =>
    (await promisify(execFile)('xwininfo', ['-display', screen.display, '-root', '-tree'])).stdout;
  await until(async () => expect(await windows()).toContain('"xeyes"'));
  const closed = once(shown, 'close');
  shown.stdin.end('\n');
  await closed;
  await until(async () => expect(await windows()).not.toContain('"xeyes"'));
  screen.stop();
  await until(async () =>
    expect(await audited('session.forwarded')).toContainEqual(
      expect.objectContaining({ way: 'x11', connections: 1 }),
    ),
  );
});

/** Somebody who may open a shell and run commands there, and nothing else. */
async function plain(): Promise<string> {
  const person = await server.current.seedUser();
  await server.current.call('POST', '/authorised/users', {
    token: assets.token,
    body: { userIds: [person.id], assetId },
  });
  return `${person.username}@back`;
}

it('says before the shell what is not lent, and to talkative clients what is not listened for', async () => {
  const user = await plain();
  const run = (...args: string[]) =>
    openSsh.run('ssh', [...options(), ...args, `${user}@127.0.0.1`], {
      password: USER_PASSWORD,
      env: { SSH_AUTH_SOCK: agent },
      input: Buffer.from('exit\n'),
    });
  const shown = await run('-tt', '-A', '-R', '0:127.0.0.1:1');
  expect(shown.output.toString().split('\r\n').slice(0, 2)).toEqual([
    '授權政策沒有開放「遠端連接埠轉送（-R）」，如有需要，請洽管理員',
    '授權政策沒有開放「金鑰代理轉送（-A）」，如有需要，請洽管理員',
  ]);
  const talkative = await run('-v', '-N', '-o', 'ExitOnForwardFailure=yes', '-R', '0:127.0.0.1:1');
  expect(talkative.errors).toContain(
    'debug1: Remote: The strategy does not allow "Remote port forwarding (-R)". Ask an administrator',
  );
});

it('leaves files open that go by no switch of forwards', async () => {
  const client = await door.connect(await plain(), { password: USER_PASSWORD });
  const files = await new Promise<SFTPWrapper>((resolve, reject) =>
    client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))),
  );
  await server.current.patrolled();
  const names = await new Promise<number>((resolve, reject) =>
    files.readdir('/', (error, list) => (error ? reject(error) : resolve(list.length))),
  );
  expect(names).toBeGreaterThan(1);
  client.end();
});
