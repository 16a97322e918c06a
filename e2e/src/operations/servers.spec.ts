// Two servers on one PostgreSQL behind haproxy, which gives each request to the next: a session is reached at both of them,
// goes with the one that holds it, and keeps that one from leaving. Three of them, and all that can go wrong, are in the soak.
import type { SessionRow } from '@jadegate/contract/session/session';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { Client } from '../support/client.ts';
import { OwnServers } from '../support/own-servers.ts';
import { PATIENT, type SessionBed } from '../support/session-bed.ts';

let servers: OwnServers;
let bed: SessionBed;
let assetId: string;

beforeAll(async () => {
  servers = await OwnServers.start({ count: 2, env: { JADEGATE_DRAIN_SECONDS: '100' } });
  ({ bed } = servers);
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
});
afterAll(() => servers?.remove());

const urlAt = (place: number) => servers.products[place]?.url ?? '';
/** A client of the server at a place, past haproxy. */
const at = (place: number) => new Client(urlAt(place)).useToken(bed.token);
const statusAt = async (place: number, id: string) =>
  (await at(place).call<SessionRow>('GET', `/sessions/${id}`)).data.status;

it('a session is opened at one server, come back to through the other, and ended there', async () => {
  const { id, terminal } = await bed.open(assetId, { url: urlAt(0) });
  await bed.says(terminal, 'at-its-own');
  terminal.cut();
  await expect.poll(() => terminal.isOpen, PATIENT).toBe(false);
  terminal.comeBack(urlAt(1));
  await expect.poll(() => terminal.attached.length, PATIENT).toBe(2);
  await bed.says(terminal, 'through-the-other');
  expect(await servers.holderOf(id)).toBe(0);
  expect(await at(1).call('POST', `/sessions/${id}/disconnect`)).toMatchObject({ code: 1 });
  await expect.poll(() => terminal.reason, PATIENT).toBe('已由管理員中斷連線');
});

it('a server that is killed: its row is true within seconds, and the other leaves after its people', async () => {
  const lost = await bed.open(assetId, { url: urlAt(0) });
  const kept = await bed.open(assetId, { url: urlAt(1) });
  await bed.says(lost.terminal, 'before-it-died');
  await servers.products[0]?.kill9();
  await expect.poll(() => statusAt(1, lost.id), PATIENT).toBe('disconnected');
  const { data: row } = await at(1).call<SessionRow>('GET', `/sessions/${lost.id}`);
  expect(row).toMatchObject({ code: -1, message: '伺服器異常中止，連線已中斷', recording: '1' });
  await bed.says(kept.terminal, 'while-the-other-is-dead');

  const [, staying] = servers.products;
  const gone = staying?.stop();
  const states = async () =>
    (await at(1).call<{ state: string }[]>('GET', '/servers')).data.map(({ state }) => state);
  await expect.poll(states, PATIENT).toContain('stopping');
  await bed.says(kept.terminal, 'while-it-leaves');
  expect(staying?.isRunning).toBe(true);
  expect(await at(1).call('POST', `/sessions/${kept.id}/disconnect`)).toMatchObject({ code: 1 });
  expect(await gone).toBe(0);
});
