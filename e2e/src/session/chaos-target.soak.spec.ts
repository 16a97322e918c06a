// What becomes of a session when its target breaks in the middle of a flood, or the network: the row tells the truth, the
// recording is whole up to the end, nothing stays open, and the next session works. `chaos-hosts` has the rest.
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { OwnSshd } from '../support/own-sshd.ts';
import { PulledPlug } from '../support/pulled-plug.ts';
import { PATIENT, SessionBed, ticks } from '../support/session-bed.ts';
import type { SteadyTerminal } from '../support/steady-terminal.ts';
import { expectTerminalWorks, expectTidy } from '../support/terminal-ends.ts';

let bed: SessionBed;
let sshd: OwnSshd;
let assetId = '';

beforeAll(async () => {
  bed = await SessionBed.start();
  sshd = await OwnSshd.start();
  assetId = await bed.asset('own machine', { port: sshd.port });
});
afterAll(async () => {
  await sshd.remove();
  await bed.product.dispose();
});

it('the shell on the target is killed', async () => {
  const { id, terminal } = await bed.open(assetId);
  await bed.says(terminal, 'before-the-shell-died');
  // The test of the asset may not have left yet.
  await expect.poll(() => bed.connectionsTo(sshd.port), PATIENT).toBe(1);
  process.kill(sshd.shells[0], 'SIGKILL');
  await expect.poll(() => terminal.reason, PATIENT).toBe('遠端工作階段已結束');
  expect(await bed.over(id)).toMatchObject({ code: 0, message: '遠端工作階段已結束', recording: '1' });
  await expectTidy(bed, id, 'before-the-shell-died', sshd.port);
  await expectTerminalWorks(bed, assetId, 'after-the-shell-died');
});

it('sshd is killed while a reader that does not read holds the target back', async () => {
  const { id, terminal } = await bed.open(assetId);
  terminal.type(`stty -echo; PS1=; i=0; while [ $i -lt 400000 ]; do echo "line $i"; i=$((i+1)); done\r`);
  await expect.poll(() => terminal.received, PATIENT).toBeGreaterThan(100_000);
  terminal.cut();
  await sleep(1500);
  await sshd.kill9();
  expect(await bed.over(id)).toMatchObject({ message: '遠端主機關閉了連線' });
  const lines = (await bed.recordedText(id)).split('\r\n').filter((line) => line.startsWith('line '));
  // Without a gap, and more than the reader was ever shown.
  const first = Number(lines[0]?.slice(5));
  expect(lines.slice(0, -1).findIndex((line, at) => line !== `line ${first + at}`)).toBe(-1);
  expect(lines.join('\r\n').length).toBeGreaterThan(terminal.received - 2000);
  await sshd.start();
  await expectTerminalWorks(bed, assetId, 'after-the-flood');
});

it('the network to the target is cut for a moment, then for good', { timeout: 200_000 }, async () => {
  const plug = PulledPlug.make(1);
  const far = await OwnSshd.start({ host: '0.0.0.0', namespace: plug.name });
  try {
    const asset = await bed.asset('far away', { ip: plug.address, port: far.port });
    const { id, terminal } = await bed.open(asset);
    terminal.type('i=0; while [ $i -lt 60 ]; do echo "tick $i."; i=$((i+1)); sleep 0.1; done; echo do""ne\r');
    await expect.poll(() => terminal.shown, PATIENT).toContain('tick 5.');
    plug.pull();
    await sleep(3000);
    plug.putBack();
    await expect.poll(() => terminal.shown, { timeout: 60_000 }).toContain('done');
    const all = Array.from({ length: 60 }, (_, at) => at);
    await expect.poll(async () => ticks(await bed.recordedText(id)), PATIENT).toEqual(all);
    expect((await bed.row(id)).status).toBe('connected');
    await forGood(plug, id, terminal);
    await expect.poll(() => bed.connectionsTo(far.port), PATIENT).toBe(0);
    plug.putBack();
    await expectTerminalWorks(bed, asset, 'after-the-cut');
  } finally {
    await far.remove();
    plug.remove();
  }
});

/** A question every 15 seconds, three of them without an answer: after a minute at most it is known. */
async function forGood(plug: PulledPlug, id: string, terminal: SteadyTerminal): Promise<void> {
  await bed.says(terminal, 'before-the-cut');
  const cutAt = Date.now();
  plug.pull();
  // Somebody types into the silence, which must not make the wait longer.
  terminal.type('echo lost\r');
  expect(await bed.over(id, 90_000)).toMatchObject({ code: -1, message: '遠端主機沒有回應，連線已中斷' });
  expect(terminal.reason).toBe('遠端主機沒有回應，連線已中斷');
  expect(Date.now() - cutAt).toBeLessThan(65_000);
  expect(await bed.recordedText(id)).toContain('before-the-cut');
}
