// What becomes of sessions when the browser, its network or the product itself breaks.
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { Cable } from '../support/cable.ts';
import { PATIENT, SessionBed, ticks } from '../support/session-bed.ts';
import { isSoak, shortOrSoak } from '../support/soak.ts';
import { expectTerminalWorks } from '../support/terminal-ends.ts';

/** Counts aloud, ten times a second, or as often as told. */
const COUNT = (to: number, pause = '0.1') =>
  `i=0; while [ $i -lt ${to} ]; do echo "tick $i."; i=$((i+1)); sleep ${pause}; done; echo do""ne\r`;
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

let bed: SessionBed;
let assetId = '';

beforeAll(async () => {
  bed = await SessionBed.start();
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
});
afterAll(() => bed.product.dispose());

it.runIf(isSoak)(
  'the network of the browser is cut and comes back: nothing is lost and nothing comes twice',
  async () => {
    const cable = await Cable.to(bed.product.port);
    const parts: Uint8Array[] = [];
    const { id, terminal } = await bed.open(assetId, {
      url: cable.url,
      onData: (bytes) => parts.push(bytes),
    });
    terminal.type(COUNT(2000, '0.002'));
    for (const place of [50, 400, 900]) {
      await expect.poll(() => ticks(terminal.shown).at(-1) ?? 0, PATIENT).toBeGreaterThan(place);
      cable.cut();
      await expect.poll(() => terminal.isOpen).toBe(false);
      if (place === 900) {
        terminal.type('echo typed-while-away\r');
      }
      await sleep(400);
      expect((await bed.row(id)).status).toBe('connected');
      cable.mend();
      terminal.comeBack();
      await expect.poll(() => terminal.isOpen, PATIENT).toBe(true);
    }
    await expect.poll(() => terminal.shown, PATIENT).toMatch(/[\r\n]typed-while-away/);
    const shown = Buffer.concat(parts).toString();
    expect(ticks(shown)).toEqual(upTo(2000));
    expect(terminal.attached).toHaveLength(4);
    terminal.leave();
    await bed.over(id);
    expect(await bed.recordedText(id)).toBe(shown);
    expect(bed.connectionsTo(hosts.ssh.port)).toBe(0);
    await cable.remove();
  },
);

/** A client that is a process of its own, so that it can be killed as a browser is. */
const CLIENT = `
  const { WebSocket } = await import('ws');
  const socket = new WebSocket(process.env.ADDRESS, { headers: { origin: process.env.ORIGIN } });
  socket.on('message', (bytes) => bytes[0] === 0x32 && process.stdout.write(bytes.subarray(1)));
  process.stdin.on('data', (text) => socket.send(Buffer.concat([Buffer.from('2'), text])));
`;

const GRACE_SECONDS = shortOrSoak(2, 4);

it('the browser is killed: its person finds the session again, and without them it ends in time', async () => {
  await bed.admin.call('PUT', '/properties', { 'session-reattach-seconds': String(GRACE_SECONDS) });
  const id = await bed.prepare(assetId);
  const query = new URLSearchParams({ protocol: 'binary', 'X-Auth-Token': bed.token }).toString();
  const address = `${bed.product.url.replace('http', 'ws')}/sessions/${id}/ssh?${query}`;
  const browser = spawn(process.execPath, ['--input-type=module', '-e', CLIENT], {
    cwd: import.meta.dirname,
    env: { ...process.env, ADDRESS: address, ORIGIN: bed.product.url },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  browser.stdout.on('data', (bytes: Buffer) => (shown += bytes.toString()));
  await expect.poll(() => shown, PATIENT).toMatch(/\$ $/);
  browser.stdin.write('echo before-""the-kill\r');
  await expect.poll(() => shown, PATIENT).toContain('before-the-kill');
  browser.kill('SIGKILL');
  const back = bed.terminal(id);
  await expect.poll(() => back.shown, PATIENT).toContain('before-the-kill');
  await bed.says(back, 'back-again');
  back.cut();
  const left = Date.now();
  const row = await bed.over(id);
  expect(row).toMatchObject({ code: -1, message: '瀏覽器離線過久，連線已中斷' });
  expect(Date.now() - left).toBeGreaterThan(GRACE_SECONDS * 1000 - 1000);
  expect(await bed.recordedText(id)).toMatch(/before-the-kill[^]*back-again/);
  await expect.poll(() => bed.connectionsTo(hosts.ssh.port)).toBe(0);
  await expectTerminalWorks(bed, assetId, 'the-next-one-works');
});

it('the product is told to stop: everybody learns why, and the next one shows it', async () => {
  const { id, terminal } = await bed.open(assetId);
  await bed.says(terminal, 'before-the-stop');
  const waiting = await bed.prepare(assetId);
  const started = Date.now();
  expect(await bed.product.stop()).toBe(0);
  expect(Date.now() - started).toBeLessThan(shortOrSoak(20_000, 5000));
  expect(terminal.reason).toBe('伺服器停止服務，連線已中斷');
  await bed.restart();
  expect(await bed.row(id)).toMatchObject({
    status: 'disconnected',
    message: '伺服器停止服務，連線已中斷',
    recording: '1',
  });
  // What was only prepared belongs to no process: the next one opens it.
  expect((await bed.row(waiting)).status).toBe('no_connect');
  const late = bed.terminal(waiting);
  await bed.says(late, 'prepared-before-the-stop');
  late.leave();
  expect(await bed.recordedText(id)).toContain('before-the-stop');
  await expectTerminalWorks(bed, assetId, 'the-next-one-works');
});

it('the product is killed: the row says so and when, and at most a second of the recording is lost', async () => {
  const { id, terminal } = await bed.open(assetId);
  terminal.type(COUNT(1000));
  await expect.poll(() => ticks(terminal.shown).at(-1) ?? 0, PATIENT).toBeGreaterThan(shortOrSoak(5, 20));
  const idle = await bed.open(assetId);
  await bed.says(idle.terminal, 'idle-since-long');
  // What was shown a second ago is on the disk.
  await sleep(shortOrSoak(1500, 2500));
  const killedAt = Date.now();
  await bed.product.kill9();
  const lastShown = ticks(terminal.shown).at(-1) ?? 0;
  // A while during which nothing runs must not count as part of the session.
  await sleep(shortOrSoak(0, 4000));
  await bed.restart();
  for (const session of [id, idle.id]) {
    const row = await bed.over(session);
    expect(row).toMatchObject({
      status: 'disconnected',
      code: -1,
      message: '伺服器異常中止，連線已中斷',
      recording: '1',
    });
    const endedAt = new Date(row.disconnectedTime.replace(' ', 'T')).getTime();
    expect(Math.abs(endedAt - killedAt)).toBeLessThan(3500);
    expect(row.recordingBytes).toBeGreaterThan(0);
  }
  const recorded = ticks(await bed.recordedText(id));
  expect(recorded).toEqual(upTo(recorded.length));
  expect(lastShown - (recorded.at(-1) ?? 0)).toBeLessThanOrEqual(10);
  expect(await bed.recordedText(idle.id)).toContain('idle-since-long');
  const cast = await (await bed.fetch(`/sessions/${id}/recording`)).text();
  const events = cast.trimEnd().split('\n');
  expect(events.map((line) => typeof JSON.parse(line))).toEqual(events.map(() => 'object'));
  // Files for every session, and nothing half made beside them.
  const files = await readdir(join(bed.product.dataDir, 'recordings', id));
  expect(files.filter((name) => !/^\d{6}\.seg$/.test(name))).toEqual(['chain.jsonl']);
  await expectTerminalWorks(bed, assetId, 'the-next-one-works');
});
