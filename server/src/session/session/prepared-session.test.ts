import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const PATIENT = { timeout: 30_000, interval: 50 };
const server = useTestServer();
const kit = new SessionKit(server);
beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

const ids = async () =>
  (await server.current.db.selectFrom('session').select('id').execute()).map(({ id }) => id);

it('that nobody opens is gone after a minute, and whoever comes later is told what to do', async () => {
  const live = await kit.opened();
  const { data } = await kit.create(await kit.machine());
  server.current.passTime(MINUTE_MS - 10_000);
  const { data: later } = await kit.create(await kit.machine());
  expect(await ids()).toEqual([live.id, data.id, later.id]);
  server.current.passTime(10_000);
  // At once, whether or not anybody has cleared it away yet.
  const late = kit.connect(`/sessions/${data.id}/ssh`, kit.token);
  await expect.poll(() => late.reason, PATIENT).toContain('須在一分鐘內開啟');
  await expect.poll(ids, PATIENT).toEqual([live.id, later.id]);
  const afterwards = kit.connect(`/sessions/${data.id}/ssh`, kit.token);
  await expect.poll(() => afterwards.reason, PATIENT).toContain('須在一分鐘內開啟');
  const withTimeout = kit.connect(`/sessions/${later.id}/ssh`, kit.token);
  await expect.poll(() => withTimeout.shown, PATIENT).toBe('$ ');
});
