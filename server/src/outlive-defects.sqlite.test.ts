import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, it, vi } from 'vitest';

import { readMetrics, sampleOf } from './testing/metrics-text.ts';

const here = (name: string) => new URL(name, import.meta.url).href;
/** Run in the server before its own code: threads that need no compiler, and what fails when it is told to. */
const PRELOAD = `
import { Worker } from 'node:worker_threads';
import { sourceThreads } from '${here('kernel/thread.ts')}';

sourceThreads.start = (url, workerData) => {
  const compiled = url.href.replace('${here('./')}', '${here('../../.cache/threads/')}').replace(/ts$/, 'mjs');
  return new Worker(new URL(compiled), { workerData, execArgv: [] });
};
process.on('SIGUSR2', () => {
  Promise.reject(new Error('nobody awaits this'));
  setTimeout(() => { throw new Error('nobody catches this'); });
  new Worker('throw new Error("a thread ends")', { eval: true, execArgv: [] });
});
`;
const PATIENT = { timeout: 100_000, interval: 100 };

const dataDir = mkdtempSync(path.join(tmpdir(), 'jadegate-defects-'));
let child: ChildProcess | undefined;
let output = '';

afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('a server goes on after a failure that nobody was there for, and says that there was one', async () => {
  const port = await freePort();
  const preload = `data:text/javascript,${encodeURIComponent(PRELOAD)}`;
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const flags = ['--conditions=source', '--import', 'tsx', '--import', preload];
  const own = spawn(process.execPath, [...flags, main], {
    env: {
      PATH: process.env['PATH'],
      JADEGATE_HOST: '127.0.0.1',
      JADEGATE_PORT: String(port),
      JADEGATE_SSH_PORT: 'off',
      JADEGATE_DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = own;
  const hear = (chunk: Buffer) => (output += chunk.toString());
  own.stdout.on('data', hear);
  own.stderr.on('data', hear);
  const defects = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    return sampleOf(readMetrics(await answer.text()), 'jadegate_defects_total');
  };
  await vi.waitUntil(() => output.includes('"listening"') || own.exitCode !== null, PATIENT);
  expect(own.exitCode).toBe(null);
  expect(await defects()).toBe(0);
  own.kill('SIGUSR2');
  await expect.poll(defects, PATIENT).toBe(3);
  const told = output.split('\n').filter((line) => line.includes('a defect: please report it'));
  expect(told).toHaveLength(3);
  for (const text of ['nobody awaits this', 'nobody catches this', 'a thread ends']) {
    expect(told.join('\n')).toContain(`Error: ${text}\\n    at `);
  }
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  own.kill('SIGTERM');
  const [code] = (await once(own, 'exit')) as [number | null];
  expect(code).toBe(0);
}, 120_000);
