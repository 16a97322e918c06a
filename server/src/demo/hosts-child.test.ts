import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { DemoError } from '../data-directory.ts';
import { explainStartFailure } from '../start-failure.ts';
import { DemoDirectory, refuseRunningDemo } from './demo-directory.ts';
import { HostsChild } from './hosts-child.ts';

let path = '';
let hosts: HostsChild | undefined;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'jadegate-demo-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  hosts?.stop();
  rmSync(path, { recursive: true, force: true });
});

async function startHosts(): Promise<HostsChild> {
  const directory = DemoDirectory.open(path, { isFresh: false });
  const { keys, places } = directory.record;
  hosts = await HostsChild.start({ keys, places });
  directory.keepPlaces(hosts.places);
  return hosts;
}

it.runIf(existsSync('/proc/self/environ'))(
  'finds the library that the Node of a bundle brings, and has nothing else of our environment',
  async () => {
    vi.stubEnv('LD_LIBRARY_PATH', '/opt/jadegate/node/lib');
    vi.stubEnv('JADEGATE_MASTER_KEY', 'a key of somebody');
    const { pid } = await startHosts();
    const variables = readFileSync(`/proc/${String(pid)}/environ`, 'utf8').split('\0');
    expect(variables.filter((line) => line !== '' && !line.startsWith('NODE_CHANNEL_'))).toEqual([
      'LD_LIBRARY_PATH=/opt/jadegate/node/lib',
    ]);
  },
);

it('is not begun anew under the one that runs', async () => {
  await refuseRunningDemo(path);
  const running = await startHosts();
  await expect(refuseRunningDemo(path)).rejects.toThrow(DemoError);
  running.stop();
  await vi.waitFor(() => refuseRunningDemo(path), { timeout: 30_000 });
});

it('says in one sentence of each language that a port of theirs is taken', async () => {
  const { places } = await startHosts();
  const { keys } = DemoDirectory.open(path, { isFresh: false }).record;
  const started = HostsChild.start({ keys, places });
  const told = explainStartFailure(await started.catch((error: unknown) => error));
  expect(told.split('\n')).toEqual([
    expect.stringMatching(
      /^Jadegate 無法啟動：展示環境的主機無法接受連線（.*EADDRINUSE.*）。以 --demo=fresh /,
    ),
    expect.stringMatching(
      /^Jadegate did not start: the hosts of the demo could not listen \(.*EADDRINUSE.*\)\. --demo=fresh /,
    ),
  ]);
});
