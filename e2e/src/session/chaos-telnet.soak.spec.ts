// What becomes of a Telnet session when the network or the server breaks: nothing is lost that need not be, the row tells
// the truth, the recording is whole up to the end, nothing stays open, and the next session works.
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { OwnTelnetd } from '../support/own-telnetd.ts';
import { PulledPlug } from '../support/pulled-plug.ts';
import { PATIENT, SessionBed, ticks } from '../support/session-bed.ts';
import { expectTerminalWorks, expectTidy } from '../support/terminal-ends.ts';

let bed: SessionBed;
let plug: PulledPlug;
let telnetd: OwnTelnetd;
let far = '';

beforeAll(async () => {
  bed = await SessionBed.start();
  plug = PulledPlug.make(9);
  telnetd = await OwnTelnetd.start(plug.name);
  far = await bed.asset('far away', { protocol: 'telnet', ip: plug.address, port: telnetd.port });
});
afterAll(async () => {
  await bed.product.dispose();
  telnetd.remove();
  plug.remove();
});

/** What must hold after every end, and that the next session works. */
async function tidy(id: string, marker: string): Promise<void> {
  expect((await bed.row(id)).recording).toBe('1');
  await expectTidy(bed, id, marker, telnetd.port);
}

async function works(): Promise<void> {
  // After a cut the kernel remembers for a moment that nobody was there.
  const isThere = async () =>
    (await bed.admin.call<{ active: boolean }>('POST', `/assets/${far}/tcping`)).data.active;
  await expect.poll(isThere, PATIENT).toBe(true);
  await expectTerminalWorks(bed, far, 'works-again');
}

it('a network that is cut for a moment loses nothing', async () => {
  const { id, terminal } = await bed.open(far);
  terminal.type('i=0; while [ $i -lt 60 ]; do echo "tick $i."; i=$((i+1)); sleep 0.1; done; echo do""ne\r');
  await expect.poll(() => terminal.shown, PATIENT).toContain('tick 5.');
  plug.pull();
  // Typed into the silence: it waits, and is not lost.
  terminal.type('echo ty""ped\r');
  await sleep(3000);
  expect(ticks(terminal.shown).length).toBeLessThan(50);
  plug.putBack();
  await expect.poll(() => terminal.shown, { timeout: 60_000 }).toMatch(/^done\r$[^]*^typed\r$/m);
  const all = Array.from({ length: 60 }, (_, at) => at);
  await expect.poll(async () => ticks(await bed.recordedText(id)), PATIENT).toEqual(all);
  expect((await bed.row(id)).status).toBe('connected');
  terminal.leave();
  await bed.over(id);
  await tidy(id, 'tick 59.');
});

it('the server of the session is killed', async () => {
  const { id, terminal } = await bed.open(far);
  await bed.says(terminal, 'before-telnetd-died');
  // A look whether it is there may not have left yet.
  await expect.poll(() => bed.connectionsTo(telnetd.port), PATIENT).toBe(1);
  telnetd.killConnections();
  await expect.poll(() => terminal.reason, PATIENT).toBe('遠端主機關閉了連線');
  expect(await bed.over(id)).toMatchObject({ code: -1, message: '遠端主機關閉了連線' });
  await tidy(id, 'before-telnetd-died');
  await works();
});

it('a network that is cut for good is noticed, also while somebody types', { timeout: 150_000 }, async () => {
  const [idle, busy] = [await bed.open(far), await bed.open(far)];
  await bed.says(idle.terminal, 'idle-before-the-cut');
  await bed.says(busy.terminal, 'busy-before-the-cut');
  const cutAt = Date.now();
  plug.pull();
  // What is not acknowledged keeps the kernel from asking whether the host is there; that must not make it longer.
  busy.terminal.type('echo lost\r');
  for (const { id, terminal } of [idle, busy]) {
    expect(await bed.over(id, 90_000)).toMatchObject({ code: -1, message: '遠端主機沒有回應，連線已中斷' });
    expect(terminal.reason).toBe('遠端主機沒有回應，連線已中斷');
  }
  expect(Date.now() - cutAt).toBeLessThan(65_000);
  await tidy(idle.id, 'idle-before-the-cut');
  await tidy(busy.id, 'busy-before-the-cut');
  plug.putBack();
  await works();
});
