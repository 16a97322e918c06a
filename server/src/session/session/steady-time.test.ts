import type { Page } from '@jadegate/contract/paging';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { SessionCommandRow } from '@jadegate/contract/session/session-command';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const PATIENT = { timeout: 30_000, interval: 20 };
const server = useTestServer({ isSteady: true });
const kit = new SessionKit(server);
beforeAll(() => kit.start());
afterAll(() => kit.stop());

const read = <Data>(path: string) => server.current.call<Data>('GET', path, { token: kit.token });
const seconds = ({ connectedTime, disconnectedTime }: SessionRow) =>
  (Date.parse(disconnectedTime) - Date.parse(connectedTime)) / 1000;

it.each([
  ['set forward', 40],
  ['set back', -40],
])('a session is as long as it was when the clock is %s', async (_, minutes) => {
  const { id, client, shell } = await kit.opened();
  client.type('echo before\r');
  await expect.poll(() => client.shown, PATIENT).toContain('before');
  server.current.passTime(minutes * MINUTE_MS);
  shell.write('\r\n$ ');
  client.type('echo after\r');
  await expect.poll(() => client.shown, PATIENT).toContain('after');
  shell.exit(0);
  shell.end();
  await expect.poll(async () => (await kit.row(id)).status, PATIENT).toBe('disconnected');
  expect(seconds(await kit.row(id))).toSatisfy((length) => length >= 0 && length < 30);

  const file = await server.current.inject('GET', `/sessions/${id}/recording`, { token: kit.token });
  const events = file.body.trimEnd().split('\n').slice(1);
  const moments = events.map((line) => (JSON.parse(line) as [number])[0]);
  expect(moments.at(-1)).toBeLessThan(30);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));

  const commands = await read<Page<SessionCommandRow>>(`/sessions/${id}/commands/paging`);
  const offsets = commands.data.items.map(({ offset }) => offset);
  expect(offsets.length).toBeGreaterThan(0);
  expect(Math.max(...offsets)).toBeLessThan(30_000);
});
