import type { Notice } from '@jadegate/contract/platform/notice';
import { describe, expect, it } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { DAY_MS } from '../../kernel/clock.ts';
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

  it('that were put away long ago and are no longer offered are forgotten', async () => {
    const { services, db } = server.current;
    const offered = OFFERED.map((notice) => ({ ...notice, canPutAway: notice.level !== 'danger' }));
    const putAway = new NoticeRepository(db);
    const notices = new NoticeService({ ...services, putAway, clock: server.current }, [() => offered]);
    const { id: userId, username } = await server.current.seedUser({ type: 'admin', menus: ['setting'] });
    const actor = { ...SYSTEM_CALLER, userId, username, loginId: '' };
    const now = server.current.now();
    await putAway.insertPutAway(userId, 'b', now - 91 * DAY_MS);
    await putAway.insertPutAway(userId, 'long over', now - 91 * DAY_MS);
    await putAway.insertPutAway(userId, 'over', now - 89 * DAY_MS);
    await notices.putAway(actor, 'b');
    expect((await putAway.listPutAway(userId)).toSorted()).toEqual(['b', 'over']);
    await expect(notices.putAway(actor, 'a')).rejects.toMatchObject({ code: 'notice.not_found' });
  });

  it('are for people who are signed in', async () => {
    expect((await server.current.call('GET', '/notices')).error).toBe('auth.required');
    const { token } = await server.current.loginAs({ type: 'user' });
    expect((await server.current.call<Notice[]>('GET', '/notices', { token })).data).toEqual([]);
  });
});
