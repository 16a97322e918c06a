// A guacd of our own, on a port of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';

import { build } from 'esbuild';
import { afterEach, expect, it } from 'vitest';

import { createLogger } from '../../kernel/logger.ts';
import { closedPort, startTcpHost } from '../../testing/tcp-host.ts';
import { connectGuacd } from './connect-guacd.ts';
import { findGuacd, GuacdProcess } from './guacd-process.ts';
import { probeGuacd } from './probe-guacd.ts';

const PATIENT = { timeout: 20_000, interval: 50 };
const SOON = { timeout: 30_000, interval: 50 };
let own: GuacdProcess | undefined;
let port = 0;
let silent: Awaited<ReturnType<typeof startTcpHost>> | undefined;
const connections: { close: () => void }[] = [];
afterEach(async () => {
  connections.splice(0).forEach((one) => one.close());
  await own?.stop();
  await silent?.close();
  silent = undefined;
});

async function started({ picksPort = false } = {}): Promise<GuacdProcess> {
  port = await closedPort();
  own = new GuacdProcess({
    path: (await findGuacd()) ?? 'guacd',
    port: picksPort ? undefined : port,
    logger: createLogger('silent'),
    backOffMs: 50,
  });
  await own.start();
  return own;
}

const answers = async () => (await probeGuacd({ host: '127.0.0.1', port, timeoutMs: 2000 })).reachable;
const statusOf = (pid: number) => readFile(`/proc/${pid}/status`, 'utf8');

it('runs under a user of its own, without our secrets and with no way to more rights', async () => {
  const { pid = 0 } = await started();
  await expect.poll(answers, PATIENT).toBe(true);
  const status = await statusOf(pid);
  expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  expect(status).not.toMatch(/^Uid:\t0\t/m);
  expect(status).toMatch(/^CapEff:\t0+$/m);
  const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
  expect(limits).toMatch(/^Max core file size\s+0\s+0/m);
  expect(limits).toMatch(/^Max address space\s+2147483648/m);
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  expect(environment).not.toContain('DATABASE_URL');
  expect(environment).not.toContain('NODE');
  expect(await readlink(`/proc/${pid}/cwd`)).toContain('jadegate-guacd-');
});

it('is started again when it is killed, and not when it was stopped', async () => {
  const guarded = await started();
  await expect.poll(answers, PATIENT).toBe(true);
  const { pid = 0 } = guarded;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => guarded.pid !== undefined && guarded.pid !== pid, PATIENT).toBe(true);
  await expect.poll(answers, PATIENT).toBe(true);
  const again = guarded.pid ?? 0;
  await guarded.stop();
  expect(await answers()).toBe(false);
  await expect(statusOf(again)).rejects.toThrow('ENOENT');
});

it('listens elsewhere each time it is started, where nobody named a port', async () => {
  const guarded = await started({ picksPort: true });
  const first = guarded.address;
  const there = async () =>
    guarded.address !== undefined && (await probeGuacd({ ...guarded.address, timeoutMs: 2000 })).reachable;
  await expect.poll(there, PATIENT).toBe(true);
  expect(first?.host).toMatch(/^127\.\d+\.\d+\.\d+$/);
  expect(await answers()).toBe(false);
  process.kill(guarded.pid ?? 0, 'SIGKILL');
  await expect.poll(() => guarded.address?.port !== first?.port, PATIENT).toBe(true);
  await expect.poll(there, PATIENT).toBe(true);
});

/** Starts it as the server does, and says where it is. */
const PRODUCT = `
  import { GuacdProcess } from './guacd-process.ts';
  const quiet = () => undefined;
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const own = new GuacdProcess({ path: process.argv[1], logger });
  await own.start();
  process.stdout.write(JSON.stringify({ pid: own.pid, ...own.address }));
`;

interface Place {
  host: string;
  port: number;
}

async function startProduct() {
  const { outputFiles } = await build({
    stdin: { contents: PRODUCT, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  const code = outputFiles[0]?.text ?? '';
  const path = (await findGuacd()) ?? 'guacd';
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(said.toString()) as Place & { pid: number }) };
}

/** The numbers of a process in the list of the kernel: its state, its parent. */
function statOf(pid: string | number): { state: string; parent: number } | undefined {
  try {
    const [, state = '', parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { state, parent: Number(parent) };
  } catch {
    // It has ended since it was listed.
    return undefined;
  }
}

const childrenOf = (pid: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === pid)
    .map(Number);
const isAlive = (pid: number) => !['Z', undefined].includes(statOf(pid)?.state);

/** `isFree` would stand in the way of who is about to listen there. */
function isListening(place: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place, () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.end();
  });
}

function isFree(place: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().listen(place);
    server.once('listening', () => server.close(() => resolve(true)));
    server.once('error', () => resolve(false));
  });
}

/**
 * Two desktops at a host that says nothing. For each there is a process of its own, which has the port as well and takes
 * some seconds to give up its host.
 */
async function withDesktops(address: Place, pid: number): Promise<number[]> {
  await expect.poll(() => isListening(address), PATIENT).toBe(true);
  silent ??= await startTcpHost(undefined, { isSilent: true });
  for (let count = 1; count <= 2; count++) {
    const connection = await connectGuacd({
      address,
      select: 'rdp',
      screen: { width: 800, height: 600, dpi: 96 },
      parameters: { hostname: '127.0.0.1', port: String(silent.port) },
      connectMs: 5000,
      handshakeMs: 10_000,
    });
    connections.push(connection);
    await expect.poll(() => silent?.sockets.size, PATIENT).toBe(count);
  }
  const all = [pid, ...childrenOf(pid)];
  expect(all.filter(isAlive)).toHaveLength(3);
  return all;
}

it('is gone with everything it started, and its port is free, when the server is killed', async () => {
  const { child, pid, host, port: at } = await startProduct();
  const all = await withDesktops({ host, port: at }, pid);
  child.kill('SIGKILL');
  await expect.poll(() => all.filter(isAlive), SOON).toEqual([]);
  // The kernel closes what a process held after nobody can find that any more.
  await expect.poll(() => isFree({ host, port: at }), SOON).toBe(true);
});

it('takes what it started along when it dies by itself and when it is stopped', async () => {
  const guarded = await started();
  const place = { host: '127.0.0.1', port };
  const { pid = 0 } = guarded;
  const first = await withDesktops(place, pid);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => first.filter(isAlive), SOON).toEqual([]);
  // It comes again at the same port, which nothing holds any more.
  await expect.poll(() => guarded.pid !== undefined && guarded.pid !== pid, PATIENT).toBe(true);
  await expect.poll(() => silent?.sockets.size, PATIENT).toBe(0);
  const second = await withDesktops(place, guarded.pid ?? 0);
  await guarded.stop();
  expect(second.filter(isAlive)).toEqual([]);
  expect(await isFree(place)).toBe(true);
});
