// A guacd of our own, on a port of its own.
import { readFile, readlink } from 'node:fs/promises';

import { afterEach, expect, it } from 'vitest';

import { createLogger } from '../../kernel/logger.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { findGuacd, GuacdProcess } from './guacd-process.ts';
import { probeGuacd } from './probe-guacd.ts';

const PATIENT = { timeout: 20_000, interval: 50 };
let own: GuacdProcess | undefined;
let port = 0;
afterEach(() => own?.stop());

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
