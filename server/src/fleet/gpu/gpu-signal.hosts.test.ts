// Ending somebody else's process takes sudo, on a real sshd whose account has no rights of its own: see `PoweredHost`.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { AssetKit } from '../../testing/assets.ts';
import { PoweredHost } from '../../testing/powered-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const assets = new AssetKit(server);
let host: PoweredHost;
let worker: ChildProcess;
let assetId = '';

beforeEach(async () => {
  await assets.login();
  host = await PoweredHost.open();
  worker = spawn('sleep', ['600']);
  ({ id: assetId } = await assets.created({ ip: '127.0.0.1', port: host.port, ...host.account }));
  const { id, username } = await server.current.seedUser({ type: 'admin' });
  const learnFor = { ...SYSTEM_CALLER, userId: id, username, loginId: undefined };
  await server.current.services.nodeCollection.facts(assetId, { learnFor });
});
afterEach(async () => {
  worker.kill('SIGKILL');
  await host.remove();
});

const pid = () => worker.pid ?? 0;
const startTicks = () => Number(readFileSync(`/proc/${pid()}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]);
const signal = () =>
  server.current.services.nodeCollection.signalProcess(
    assetId,
    { pid: pid(), startTicks: startTicks() },
    'TERM',
  );

it('where the account may not, sudo is asked for this one process, and its end is waited for', async () => {
  host.sudoAnswers('echo "sudo $*" >> "$(dirname "$0")/log"; exit 0');
  const outcome = signal();
  await expect
    .poll(() => host.called(), { timeout: 10_000 })
    .toEqual([`sudo /usr/bin/kill -s TERM ${pid()}`]);
  worker.kill('SIGTERM');
  expect(await outcome).toBe('ended');
});

it('where sudo does not allow it either, it is refused and the process goes on', async () => {
  host.sudoAnswers('echo "sudo: a password is required" >&2; exit 1');
  expect(await signal()).toBe('refused');
  expect(worker.signalCode).toBeNull();
});
