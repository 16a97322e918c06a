import type { Notice } from '@jadegate/contract/notice';
import { describe, expect, it } from 'vitest';

import { useTestServer } from '../../testing/test-server.ts';
import { NoticeRepository } from './notice.repository.ts';
import { NoticeService, type OfferedNotice } from './notice.service.ts';

const server = useTestServer();

const OFFERED: OfferedNotice[] = [
  {
    id: 'b',
    level: 'warning',
    menus: ['setting'],
    text: (language) => (language === 'en' ? 'full' : '已滿'),
  },
  { id: 'a', level: 'danger', menus: ['setting', 'audit-log'], text: () => 'now' },
];

describe('notices', () => {
  it('are told to whoever holds one of their menus, the urgent ones first, in their language', async () => {
    const { services, db } = server.current;
    const putAway = new NoticeRepository(db);
    const notices = new NoticeService({ ...services, putAway, clock: server.current }, [() => OFFERED]);
    const told = async (who: { type?: 'admin' | 'user'; menus?: readonly ('setting' | 'audit-log')[] }) => {
      const { id, username } = await server.current.seedUser(who);
      const actor = {
        userId: id,
        loginId: '',
        username,
        address: '',
        userAgent: '',
        language: 'en',
        requestId: '',
      } as const;
      return (await notices.list(actor)).map(({ id: notice, text }) => `${notice} ${text}`);
    };
    expect(await told({ type: 'admin', menus: ['setting'] })).toEqual(['a now', 'b full']);
    expect(await told({ type: 'admin', menus: ['audit-log'] })).toEqual(['a now']);
    expect(await told({ type: 'admin' })).toEqual([]);
    expect(await told({ type: 'user', menus: ['setting'] })).toEqual([]);
  });

  it('are for people who are signed in', async () => {
    expect((await server.current.call('GET', '/notices')).error).toBe('auth.required');
    const { token } = await server.current.loginAs({ type: 'user' });
    expect((await server.current.call<Notice[]>('GET', '/notices', { token })).data).toEqual([]);
  });
});
