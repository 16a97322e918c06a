// A system to install into: a fresh Debian below a folder, without Node, npm, compiler or systemd.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { requireOk, run } from '../run.mjs';

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const PATIENCE_MS = 120_000;

/** From where this machine has its own packages. */
export async function makeTree() {
  const folder = await mkdtemp(join(tmpdir(), 'jadegate-tree-'));
  const system = await readFile('/etc/os-release', 'utf8');
  const codename = /^VERSION_CODENAME=(.*)$/m.exec(system)?.[1];
  const addresses = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'];
  const [address] = requireOk(await run('apt-get', addresses)).split('\n');
  requireOk(await run('debootstrap', ['--variant=minbase', codename, folder, address]));
  // a folder for its owner alone would be a system in which nobody but root finds a library
  await chmod(folder, 0o755);
  return folder;
}

/** Another one with the same content. */
export async function copyTree(tree) {
  const folder = await mkdtemp(join(tmpdir(), 'jadegate-tree-'));
  requireOk(await run('cp', ['-a', `${tree}/.`, folder]));
  return folder;
}

/** Runs a line of shell in it, as root. Answers what it said; throws where it failed. */
export async function runIn(tree, line, env = {}) {
  const inside = { PATH, HOME: '/root', LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive', ...env };
  const set = Object.entries(inside).map(([name, value]) => `${name}=${value}`);
  return requireOk(await run('chroot', [tree, 'env', '-i', ...set, 'sh', '-ec', line]));
}

/** What starts a command in it as a user, with no more rights than the service has; `before` is done as root. */
export function asUserIn(tree, user, command, before = ':') {
  const drop = `setpriv --reuid ${user} --regid ${user} --clear-groups --no-new-privs --bounding-set -all --inh-caps -all`;
  // exec all the way: the process that is started is the server
  const line = `mount -t proc proc /proc && ${before} && cd / && exec ${drop} ${command}`;
  return ['unshare', ['--mount', 'chroot', tree, 'sh', '-ec', line]];
}

/** Starts a server and waits until it serves. Answers how long that took, what it said, and how to stop it. */
export async function startServer([program, args], { port, env = {}, patienceMs = PATIENCE_MS }) {
  const began = performance.now();
  const child = spawn(program, args, {
    env: { PATH, LC_ALL: 'C', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const ended = once(child, 'close');
  const output = () => Buffer.concat(chunks).toString();
  while (!(await serves(port))) {
    if (child.exitCode !== null || performance.now() - began > patienceMs) {
      child.kill('SIGKILL');
      throw new Error(`the server does not serve:\n${output()}`);
    }
    await sleep(20);
  }
  return {
    milliseconds: Math.round(performance.now() - began),
    output,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await ended;
      if (code !== 0) {
        throw new Error(`the server ended with ${code}:\n${output()}`);
      }
    },
  };
}

async function serves(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

export function expectThat(isSo, sentence) {
  if (!isSo) {
    throw new Error(`this should be so: ${sentence}`);
  }
}
