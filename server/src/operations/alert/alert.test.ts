// What is the matter is told once, and once more when it is over, however many servers see it.
import { ALERT_KINDS, ALERT_SWITCHES } from '@jadegate/contract/operations/alert';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { AlertWatch, Condition } from '../../platform/notice/alert-watch.interface.ts';
import { NoticeRepository } from '../../platform/notice/notice.repository.ts';
import { NoticeService } from '../../platform/notice/notice.service.ts';
import { Mailbox } from '../../testing/mailbox.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { AlertRepository } from './alert.repository.ts';
import { AlertService } from './alert.service.ts';

const server = useTestServer();
let mailbox: Mailbox;
let token: string;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  token = await server.current.login();
  await set({
    'mail-host': '127.0.0.1',
    'mail-port': mailbox.port,
    'mail-security': 'none',
    'mail-from': 'jadegate@example.test',
  });
  await server.current.db.updateTable('user').set({ mail: 'root@example.test' }).execute();
});
afterAll(() => mailbox.close());
beforeEach(() => mailbox.received.splice(0));

const set = async (body: object) =>
  expect(await server.current.call('PUT', '/properties', { token, body })).toMatchObject({ code: 1 });

/** What a server does with a part that is as the test says. */
function aServer(part: { conditions: Condition[] }, over: Partial<AlertWatch> = {}, parts: object = {}) {
  const alerts = new AlertService({
    ...server.current.services,
    outbox: server.current.services.eventOutbox,
    clock: server.current,
    ...parts,
  });
  const holdMs = { raise: MINUTE_MS, clear: MINUTE_MS };
  const look = async () => part.conditions;
  alerts.add({ kind: 'guacd', seenBy: 'all', everyMs: SECOND_MS, holdMs, check: look, ...over });
  return alerts;
}

const away = (over: Partial<Condition> = {}): Condition => ({
  subject: newId(),
  wording: 'guacd',
  level: 'danger',
  params: { address: '127.0.0.1:4822' },
  ...over,
});

async function letters(): Promise<string[]> {
  await server.current.services.notifications.settled();
  return mailbox.received.map(({ to, subject }) => `${to.join()} ${subject.replace(/^.*? Jadegate：/, '')}`);
}

const RAISED = 'root@example.test 遠端桌面服務沒有回應';
const CLEARED = 'root@example.test 已恢復：遠端桌面服務沒有回應';

describe('an alert', () => {
  it('is raised when it has lasted, once, also after a restart, and cleared when it is over for good', async () => {
    const part = { conditions: [away()] };
    const alerts = aServer(part);
    await alerts.check();
    server.current.passTime(MINUTE_MS - SECOND_MS);
    await alerts.check();
    expect([await letters(), alerts.notices()]).toEqual([[], []]);
    server.current.passTime(SECOND_MS);
    await alerts.check();
    await alerts.check();
    expect(await letters()).toEqual([RAISED]);
    const [told] = alerts.notices();
    expect(told).toMatchObject({
      level: 'danger',
      menus: ['setting'],
      path: '/monitoring',
      canPutAway: true,
    });
    expect(told?.id).toMatch(/^[\w-]{1,64}$/);

    const restarted = aServer(part);
    await restarted.check();
    expect(restarted.notices()).toMatchObject([{ id: told?.id }]);
    const [condition] = part.conditions.splice(0);
    await restarted.check();
    expect(restarted.notices()).toEqual([]);
    // Back for a moment: neither its end nor a new beginning.
    part.conditions = condition ? [condition] : [];
    server.current.passTime(MINUTE_MS / 2);
    await restarted.check();
    part.conditions = [];
    await restarted.check();
    server.current.passTime(MINUTE_MS - SECOND_MS);
    await restarted.check();
    expect(await letters()).toEqual([RAISED]);
    server.current.passTime(SECOND_MS);
    await restarted.check();
    expect(await letters()).toEqual([RAISED, CLEARED]);
    expect(mailbox.received[1]?.text).toMatch(/開始時間：.*\n解除時間：/);
    expect(await server.current.db.selectFrom('alert').selectAll().execute()).toEqual([]);
  });

  it('about the disk cannot be put away when it is urgent, others can', async () => {
    for (const [kind, level, canPutAway] of [
      ['disk', 'danger', false],
      ['disk', 'warning', true],
      ['storage', 'danger', true],
    ] as const) {
      const part = { conditions: [away({ level })] };
      const alerts = aServer(part, { kind, holdMs: { raise: 0, clear: 0 } });
      await alerts.check();
      expect(alerts.notices()).toMatchObject([{ level, canPutAway }]);
      part.conditions = [];
      await alerts.check();
    }
    await letters();
  });

  it('that was never told is forgotten without a word', async () => {
    const part = { conditions: [away()] };
    const alerts = aServer(part);
    await alerts.check();
    part.conditions = [];
    server.current.passTime(2 * MINUTE_MS);
    await alerts.check();
    expect(await letters()).toEqual([]);
    expect(await server.current.db.selectFrom('alert').selectAll().execute()).toEqual([]);
  });

  it('is told by one of several servers that see it', async () => {
    const part = { conditions: [away()] };
    const servers = [aServer(part), aServer(part), aServer(part)];
    const all = () => Promise.all(servers.map((alerts) => alerts.check()));
    await all();
    server.current.passTime(MINUTE_MS);
    await all();
    expect(await letters()).toEqual([RAISED]);
    expect(servers.map((alerts) => alerts.notices().length)).toEqual([1, 1, 1]);
    part.conditions = [];
    await all();
    server.current.passTime(MINUTE_MS);
    await all();
    expect(await letters()).toEqual([RAISED, CLEARED]);
  });

  it('is told again when it gets worse', async () => {
    const low = {
      wording: 'disk-low',
      level: 'warning',
      params: { folder: '/', free: '1 MB', mark: '2 MB' },
    };
    const part = { conditions: [away(low as Partial<Condition>)] };
    const alerts = aServer(part, { kind: 'disk', holdMs: { raise: 0, clear: 0 } });
    await alerts.check();
    part.conditions = part.conditions.map((one) => ({ ...one, wording: 'disk-full', level: 'danger' }));
    await alerts.check();
    await alerts.check();
    part.conditions = [];
    await alerts.check();
    expect((await letters()).map((line) => line.split(' ')[1])).toEqual([
      '磁碟空間不足',
      '磁碟空間即將用盡',
      '已恢復：磁碟空間即將用盡',
    ]);
  });

  it('of a server that is gone goes without a word', async () => {
    const part = { conditions: [away()] };
    const alerts = aServer(part, { seenBy: 'server', holdMs: { raise: 0, clear: 0 } });
    await alerts.check();
    await server.current.db.updateTable('alert').set({ server: 'gone', owner: 'gone' }).execute();
    part.conditions = [];
    await alerts.check();
    expect(alerts.notices()).toHaveLength(1);
    server.current.passTime(11 * MINUTE_MS);
    await alerts.check();
    expect(alerts.notices()).toEqual([]);
    expect(await letters()).toEqual([RAISED]);
  });

  describe('of one of two servers on one machine', () => {
    const now = { holdMs: { raise: 0, clear: 0 }, seenBy: 'server' } as const;
    const onDisk = (disk: string, part: { conditions: Condition[] }) =>
      aServer(part, now, { processes: { diskId: async () => disk } });

    it('is left alone by the other, told once, and cleared by the one that sees it', async () => {
      const [one, other] = [{ conditions: [away()] }, { conditions: [] as Condition[] }];
      const servers = [onDisk('disk 1', one), onDisk('disk 2', other)];
      const all = async () => {
        for (const alerts of servers) {
          await alerts.check();
        }
      };
      for (let minute = 0; minute < 3; minute += 1) {
        await all();
        server.current.passTime(MINUTE_MS);
      }
      expect(await letters()).toEqual([RAISED]);
      expect(servers.map((alerts) => alerts.notices().length)).toEqual([1, 1]);
      // As after a restart: it is the data directory that counts, not the process.
      servers[0] = onDisk('disk 1', one);
      await all();
      one.conditions = [];
      await all();
      expect(await letters()).toEqual([RAISED, CLEARED]);
    });

    it('that a server of the version before wrote down goes on, and ends when nobody of that version sees it', async () => {
      const part = { conditions: [away()] };
      await onDisk('disk 1', part).check();
      const asBefore = (change: object) =>
        server.current.db
          .updateTable('alert')
          .set({ owner: '', ...change })
          .execute();
      await asBefore({});
      const upgraded = onDisk('disk 1', part);
      await upgraded.check();
      server.current.passTime(MINUTE_MS);
      await upgraded.check();
      const rows = await server.current.db.selectFrom('alert').select('owner').execute();
      expect(rows).toEqual([{ owner: 'disk 1' }]);
      // Beside one that is not upgraded yet and still sees it, another that does not leaves it alone.
      await asBefore({ seen_at: server.current.now() });
      const beside = onDisk('disk 2', { conditions: [] });
      await beside.check();
      expect(beside.notices()).toHaveLength(1);
      server.current.passTime(4 * MINUTE_MS);
      await beside.check();
      expect(beside.notices()).toEqual([]);
      expect(await letters()).toEqual([RAISED, CLEARED]);
    });
  });

  it('goes to those who are named, else to whoever holds the menu, and is seen by nobody else', async () => {
    const part = { conditions: [away()] };
    const alerts = aServer(part, { holdMs: { raise: 0, clear: 0 } });
    const holder = await server.current.seedUser({ type: 'admin', menus: ['setting'] });
    const other = await server.current.seedUser({ type: 'admin', menus: ['asset'] });
    const plain = await server.current.seedUser({ type: 'user', menus: ['setting'] });
    for (const { id } of [holder, other, plain]) {
      const mail = `${id}@example.test`;
      await server.current.db.updateTable('user').set({ mail }).where('id', '=', id).execute();
    }
    await alerts.check();
    await letters();
    expect(mailbox.received.map(({ to }) => to[0]).toSorted()).toEqual(
      [`${holder.id}@example.test`, 'root@example.test'].toSorted(),
    );
    const { services, db } = server.current;
    const notices = new NoticeService(
      { ...services, putAway: new NoticeRepository(db), clock: server.current },
      [() => alerts.notices()],
    );
    const seenBy = async (userId: string) =>
      (await notices.list({ userId, language: 'en' } as Parameters<typeof notices.list>[0])).length;
    expect([await seenBy(holder.id), await seenBy(other.id), await seenBy(plain.id)]).toEqual([1, 0, 0]);

    await set({ 'alert-recipients': 'ops@example.test; night@example.test' });
    mailbox.received.splice(0);
    part.conditions = [];
    await alerts.check();
    // Two are on their way at once.
    expect((await letters()).map((line) => line.split(' ')[0]).toSorted()).toEqual([
      'night@example.test',
      'ops@example.test',
    ]);
    await set({ 'alert-recipients': '' });
    const body = { 'alert-recipients': 'ops@example.test, nonsense' };
    expect(await server.current.call('PUT', '/properties', { token, body })).toMatchObject({ code: 400 });
    const ids = [holder.id, other.id, plain.id];
    await db.updateTable('user').set({ mail: '' }).where('id', 'in', ids).execute();
  });

  it.each(ALERT_KINDS.filter((kind) => kind !== 'database'))(
    'about %s that is switched off is not told in any way, and begins anew when it is on',
    async (kind) => {
      const part = { conditions: [away()] };
      const alerts = aServer(part, { kind, holdMs: { raise: 0, clear: 0 } });
      const turn = (isOn: boolean) => set({ [ALERT_SWITCHES[kind]]: isOn });
      await turn(false);
      await alerts.check();
      expect([await letters(), alerts.notices()]).toEqual([[], []]);
      await turn(true);
      await alerts.check();
      expect(alerts.notices()).toHaveLength(1);
      await turn(false);
      await alerts.check();
      expect([await letters(), alerts.notices()]).toEqual([[RAISED], []]);
      await turn(true);
    },
  );

  it('names things on one line, whatever they are called', async () => {
    const name = 'x\r\nBcc: thief@example.test\r\n\r\n\u2028{state}';
    const part = { conditions: [away({ wording: 'job-paused', params: { name } })] };
    const alerts = aServer(part, { kind: 'job-paused', holdMs: { raise: 0, clear: 0 } });
    await alerts.check();
    part.conditions = [];
    await alerts.check();
    await letters();
    expect(mailbox.received).toHaveLength(2);
    for (const { to, raw, subject, text } of mailbox.received) {
      expect(to).toEqual(['root@example.test']);
      expect(raw).not.toMatch(/^bcc:/im);
      expect(subject).toContain('x Bcc: thief@example.test {state}');
      expect(text).not.toMatch(/^Bcc/m);
    }
  });

  it('is looked up once in a round in which nothing changes, however many are asked', async () => {
    const alerts = aServer({ conditions: [] });
    const look = async () => [];
    for (const kind of ['disk', 'job-failed', 'backup-late', 'storage'] as const) {
      alerts.add({ kind, seenBy: 'all', everyMs: SECOND_MS, holdMs: { raise: 0, clear: 0 }, check: look });
    }
    await alerts.check();
    const list = vi.spyOn(AlertRepository.prototype, 'list');
    await alerts.check();
    expect(list).toHaveBeenCalledTimes(1);
    list.mockRestore();
  });

  it('of which nobody knows whether it goes on stays as it is', async () => {
    const part = { conditions: [away()] };
    let isKnown = true;
    const look = async () => (isKnown ? part.conditions : Promise.reject(new Error('no idea')));
    const alerts = aServer(part, { holdMs: { raise: 0, clear: 0 }, check: look });
    await alerts.check();
    isKnown = false;
    await alerts.check();
    expect(alerts.notices()).toHaveLength(1);
    isKnown = true;
    part.conditions = [];
    await alerts.check();
    expect(await letters()).toEqual([RAISED, CLEARED]);
  });
});

describe('the database', () => {
  it('is told of while it is away, from memory, and when it is back', async () => {
    const { services } = server.current;
    let isAway = false;
    const gone = <Answer>(answer: () => Promise<Answer>) =>
      isAway ? Promise.reject(new Error('connection refused')) : answer();
    const { database, settings, mail, roles } = services;
    const alerts = aServer(
      { conditions: [] },
      {},
      {
        database: { ...database, ping: () => gone(() => database.ping()) },
        settings: { get: (key: Parameters<typeof settings.get>[0]) => gone(() => settings.get(key)) },
        mail: { route: () => gone(() => mail.route()) },
        roles: {
          listHolders: (menu: Parameters<typeof roles.listHolders>[0]) => gone(() => roles.listHolders(menu)),
        },
      },
    );
    await alerts.check();
    isAway = true;
    await alerts.check();
    server.current.passTime(29 * SECOND_MS);
    await alerts.check();
    expect(await letters()).toEqual([]);
    server.current.passTime(SECOND_MS);
    await alerts.check();
    await alerts.check();
    expect(await letters()).toEqual(['root@example.test 資料庫沒有回應']);
    isAway = false;
    await alerts.check();
    expect(await letters()).toHaveLength(1);
    server.current.passTime(MINUTE_MS);
    await alerts.check();
    expect((await letters())[1]).toBe('root@example.test 已恢復：資料庫沒有回應');
  });
});

it('a database that is away is not told of where that is switched off', async () => {
  const { database } = server.current.services;
  let isAway = false;
  const ping = () => (isAway ? Promise.reject(new Error('connection refused')) : database.ping());
  const alerts = aServer({ conditions: [] }, {}, { database: { ...database, ping } });
  await set({ 'notify-database': false });
  await alerts.check();
  isAway = true;
  await alerts.check();
  server.current.passTime(MINUTE_MS);
  await alerts.check();
  expect([await letters(), alerts.notices()]).toEqual([[], []]);
  await set({ 'notify-database': true });
});
