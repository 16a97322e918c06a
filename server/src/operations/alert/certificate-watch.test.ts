import { expect, it } from 'vitest';

import { DAY_MS } from '../../kernel/clock.ts';
import { watchCertificate } from './certificate-watch.ts';

it.each([
  ['15 days', 15 * DAY_MS, undefined],
  ['just above 14 days', 14 * DAY_MS + 1, undefined],
  ['14 days', 14 * DAY_MS, 'warning certificate-ending'],
  ['just above 3 days', 3 * DAY_MS + 1, 'warning certificate-ending'],
  ['3 days', 3 * DAY_MS, 'danger certificate-urgent'],
  ['nothing', 0, 'danger certificate-ended'],
])('a certificate that has %s left', async (_what, left, expected) => {
  const endsAt = Date.UTC(2026, 11, 1);
  const watch = watchCertificate({ endsAt, fingerprint: 'AB:CD' }, { now: () => endsAt - left });
  const [found] = await watch.check();
  expect(found && `${found.level} ${found.wording}`).toBe(expected);
  expect(found?.subject).toBe(expected && 'AB:CD');
});
