// Whether anybody misses guacd: where it was named, or where there are desktops.
import type { Notice } from '@jadegate/contract/platform/notice';
import { describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { TestServer } from '../../testing/test-server.ts';

describe('guacd', () => {
  it.each([
    ['that was named is missed', false, 'ssh', 1],
    ['is not missed where there are no desktops', true, 'ssh', 0],
    ['is missed where there are', true, 'vnc', 1],
  ] as const)('%s', async (_what, isOurs, protocol, expected) => {
    const guacd = { host: '127.0.0.1', port: await closedPort(), isOurs };
    const own = await TestServer.start({ guacd });
    try {
      const admin = await own.login();
      const body = { name: 'one', protocol, ip: '127.0.0.1', port: 1, username: 'u', password: 'x' };
      expect(await own.call('POST', '/assets', { token: admin, body })).toMatchObject({ code: 1 });
      await own.services.alerts.check();
      own.passTime(MINUTE_MS);
      await own.services.alerts.check();
      const { data } = await own.call<Notice[]>('GET', '/notices', { token: admin });
      expect(data.filter(({ text }) => text.includes(`127.0.0.1:${guacd.port}`))).toHaveLength(expected);
    } finally {
      await own.stop();
    }
  });
});
