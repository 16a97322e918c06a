// The newest OpenSSH that a mirror has. It warns of whoever knows no exchange of keys that holds against quantum computers.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';

import { ML_KEM_EXCHANGE } from '../../protocols/ml-kem-exchange.ts';
import { NativeSshKit, runForTest } from '../../testing/native-ssh-kit.ts';
import { OpenSsh } from '../../testing/open-ssh.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const CLIENT = path.join(repository, '.cache/newer-openssh');
const FETCH_MS = 300_000;
const WARNING = 'post-quantum';

const server = useTestServer({ takesSsh: true });
const hosts = new SessionKit(server, { exec: runForTest });
const door = new NativeSshKit(server);
const openSsh = new OpenSsh();
let folder = '';
let missing = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'jadegate-newer-'));
  try {
    await run('bash', [path.join(repository, 'scripts/hosts/newer-openssh.sh'), CLIENT], {
      timeout: FETCH_MS,
    });
  } catch (error) {
    missing = `there is no newer OpenSSH here: ${(error as { stderr?: string }).stderr ?? String(error)}`;
    return;
  }
  await hosts.start();
  await hosts.machine({ name: 'web' });
}, FETCH_MS);
afterAll(async () => {
  await hosts.stop();
  openSsh.remove();
  rmSync(folder, { recursive: true });
});

function ssh(port: number, ...args: string[]) {
  const known = path.join(folder, 'known_hosts');
  const options = ['-F', 'none', '-p', String(port), '-o', 'StrictHostKeyChecking=accept-new'];
  const password = { password: ADMIN_PASSWORD };
  return openSsh.run(
    path.join(CLIENT, 'ssh'),
    [...options, '-o', `UserKnownHostsFile=${known}`, ...args],
    password,
  );
}

const demand = ({ skip }: TestContext) => skip(missing !== '', missing);

it('warns of a host that has none', async (context) => {
  demand(context);
  const free = net.createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const key = path.join(folder, 'host_key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  writeFileSync(
    path.join(folder, 'sshd_config'),
    `HostKey ${key}\nKexAlgorithms curve25519-sha256\nPidFile none\n`,
  );
  const place = ['-o', 'ListenAddress=127.0.0.1', '-p', String(port)];
  const sshd = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', path.join(folder, 'sshd_config'), ...place]);
  try {
    await once(sshd.stderr, 'data');
    expect((await ssh(port, '-o', 'BatchMode=yes', 'nobody@127.0.0.1', 'true')).errors).toContain(WARNING);
  } finally {
    sshd.kill();
  }
});

it('agrees with the door on ML-KEM, and has nothing to say about it', async (context) => {
  demand(context);
  const at = 'admin@web@127.0.0.1';
  const chatty = await ssh(door.port, '-v', at, 'say hello');
  expect(chatty.errors).toContain(`kex: algorithm: ${ML_KEM_EXCHANGE}`);
  // Its strict exchange counts packets anew in both directions: this cipher would fail if we did not.
  for (const more of [[], ['-c', 'chacha20-poly1305@openssh.com', '-o', 'RekeyLimit=16K']]) {
    const quiet = await ssh(door.port, ...more, at, 'say hello');
    expect(quiet.output.toString()).toBe('hello\n');
    expect(quiet.errors).toBe('not hello\n');
  }
  await until(() => expect(server.current.services.nativeSsh.connectionCount).toBe(0));
});
