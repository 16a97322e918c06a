import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hostsUnavailable } from './hosts.mjs';
import { root } from './root.mjs';

/** Starts something that leaves it, says which process of the machine that is, and waits. */
const SCRIPT = `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { ensureOwnProcesses, processorSeconds } from '${root}/scripts/lib/own-processes.mjs';
await ensureOwnProcesses();
process.on('SIGTERM', () => process.exit(7));
spawn('setsid', ['sleep', process.argv[2]], { detached: true, stdio: 'ignore' }).unref();
setTimeout(() => writeFileSync(process.argv[3], String(processorSeconds())), 100);
setTimeout(() => undefined, 60_000);
`;

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name !== 'JADEGATE_OWN_PROCESSES'),
);

/** Whether a process waits for so many seconds: nobody else asks for that many. */
function isAsleep(seconds) {
  const { stdout } = spawnSync('pgrep', ['-f', `^sleep ${seconds}$`]);
  return stdout.toString() !== '';
}

describe.skipIf(hostsUnavailable() !== undefined)('a run that is a process table of its own', () => {
  let folder;
  beforeAll(async () => {
    // not below /tmp, where those inside have another one
    folder = await mkdtemp(join(root, '.cache/own-processes-'));
    await writeFile(join(folder, 'script.mjs'), SCRIPT);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['is asked to end', 'SIGTERM', 7],
    ['is killed', 'SIGKILL', null],
  ])('leaves nothing behind when it %s, and counts what it used', async (_what, signal, code) => {
    const seconds = `98765${String(Math.random()).slice(2, 8)}`;
    const said = join(folder, seconds);
    const child = spawn(process.execPath, [join(folder, 'script.mjs'), seconds, said], {
      env: environment,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await expect.poll(() => existsSync(said) && isAsleep(seconds), { timeout: 20_000 }).toBe(true);
    expect(Number(readFileSync(said, 'utf8'))).toBeGreaterThan(0);
    child.kill(signal);
    expect(await ended).toBe(code);
    for (let tries = 0; isAsleep(seconds) && tries < 100; tries += 1) {
      await sleep(50);
    }
    expect(isAsleep(seconds)).toBe(false);
  });
});
