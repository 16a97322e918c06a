import { encodeBinary } from '@jadegate/contract/session/terminal-socket';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { ShareKit } from '../../testing/share-kit.ts';
import { WITHIN_5_SECONDS } from '../../testing/soak.ts';
import { terminalOf } from '../../testing/terminal-of.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new ShareKit(server);
/** Nobody stays longer than this after losing the right to. */
const CUT = WITHIN_5_SECONDS;
const PATIENT = { timeout: 10_000 };

beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

describe('a share', () => {
  it('lets somebody in who sees the screen at its size, then what happens, and types', async () => {
    const { id, client, shell } = await kit.opened();
    shell.write('\u001B[2J\u001B[H$ before ');
    await expect.poll(() => client.shown, PATIENT).toContain('before');
    const { token } = await kit.shared(id);
    const other = await kit.joined(token);
    expect(other.frames.slice(0, 1)).toEqual([{ type: 'connected' }]);
    expect(other.frames.find((frame) => frame.type === 'resize')?.size).toEqual({ cols: 100, rows: 30 });
    await expect.poll(() => other.shown, PATIENT).toContain('before');
    other.type('from-guest');
    await expect.poll(() => client.shown, PATIENT).toContain('from-guest');
    client.type('from-owner');
    await expect.poll(() => other.shown, PATIENT).toContain('from-owner');
  });

  it('read-only ignores what is typed, by whatever client', async () => {
    const { id, client } = await kit.opened();
    const other = await kit.joined((await kit.shared(id, { mode: 'read' })).token);
    other.type('forbidden');
    client.type('allowed');
    await expect.poll(() => other.shown, PATIENT).toContain('allowed');
    expect(client.shown).not.toContain('forbidden');
  });

  it('gives neither size nor end nor files', async () => {
    const { id, client } = await kit.opened();
    const other = await kit.joined((await kit.shared(id)).token);
    other.resize(20, 5);
    other.socket.send(encodeBinary({ type: 'closed', reason: '' }));
    other.type('still here');
    await expect.poll(() => client.shown, PATIENT).toContain('still here');
    expect(terminalOf(server.current, id)?.size).toEqual({ width: 100, height: 30 });
    const files = await server.current.call('POST', `/sessions/${id}/ls`, {
      token: kit.guest.token,
      body: { dir: '/' },
    });
    expect(files).toMatchObject({ error: 'session.not_found' });
    const attach = kit.connect(`/sessions/${id}/ssh`, kit.guest.token);
    await expect.poll(() => attach.reason, PATIENT).toContain('找不到');
  });

  it('for named people opens to them and the session’s own person only', async () => {
    const { id } = await kit.opened();
    const { data } = await kit.share(id, {
      audience: 'named',
      usernames: [kit.guest.username, 'nobody at all'],
    });
    expect(data.usernames).toEqual([kit.guest.username, 'nobody at all']);
    expect(await kit.ask(data.token)).toMatchObject({ code: 1 });
    expect(await kit.ask(data.token, kit.token)).toMatchObject({ code: 1 });
    expect(await kit.ask(data.token, kit.stranger.token)).toMatchObject({ error: 'share.not_invited' });
  });

  it('opens to nobody whom a login policy keeps out now, though they are signed in', async () => {
    const { id } = await kit.opened();
    const { token } = await kit.shared(id);
    const policy = { id: newId(), name: newId(), ip_group: '0.0.0.0/0', priority: 1, enabled: 1 } as const;
    await server.current.db
      .insertInto('login_policy')
      .values({ ...policy, rule: 'reject', time_period: '[]' })
      .execute();
    await server.current.db
      .insertInto('login_policy_user')
      .values({ login_policy_id: policy.id, user_id: kit.stranger.id })
      .execute();
    expect(await kit.ask(token, kit.stranger.token)).toMatchObject({ error: 'login.policy_refused' });
    expect(await kit.ask(token)).toMatchObject({ code: 1 });
    await server.current.db.deleteFrom('login_policy').where('id', '=', policy.id).execute();
  });

  it('for a name that nobody had is not for whoever takes it later', async () => {
    const { id } = await kit.opened();
    const { token } = await kit.shared(id, { audience: 'named', usernames: ['later'] });
    const later = await server.current.loginAs({ type: 'user' });
    await server.current.db
      .updateTable('user')
      .set({ username: 'later', username_key: 'later' } as never)
      .where('id', '=', later.id)
      .execute();
    expect(await kit.ask(token, later.token)).toMatchObject({ error: 'share.not_invited' });
  });

  it('is unknown by a wrong token just as by none that ever was', async () => {
    const { id } = await kit.opened();
    const { token } = await kit.shared(id);
    const wrong = await kit.ask(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`);
    const never = await kit.ask('never');
    expect(wrong).toMatchObject({ code: 404, error: 'share.not_found' });
    expect([never.code, never.message]).toEqual([wrong.code, wrong.message]);
    for (const seat of ['nothing', id]) {
      const client = kit.sit(seat);
      await expect.poll(() => client.reason, PATIENT).toBe(wrong.message);
    }
  });

  it('is refused after its time, after it was revoked and after the session', async () => {
    const { id } = await kit.opened();
    const short = await kit.shared(id, { minutes: 5 });
    const gone = await kit.shared(id);
    await kit.revoke(id, gone.id);
    expect(await kit.ask(gone.token)).toMatchObject({ error: 'share.revoked' });
    const lasting = await kit.shared(id);
    server.current.passTime(5 * MINUTE_MS);
    expect(await kit.ask(short.token)).toMatchObject({ error: 'share.expired' });
    await server.current.call('POST', `/sessions/${id}/disconnect`, { token: kit.token });
    expect(await kit.ask(lasting.token)).toMatchObject({ error: 'share.ended' });
  });

  it('keeps its token only as a hash, and nowhere else', async () => {
    const { id } = await kit.opened();
    const { token, id: shareId } = await kit.shared(id);
    await kit.joined(token);
    const row = await server.current.db
      .selectFrom('session_share')
      .selectAll()
      .where('id', '=', shareId)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/);
    const listed = await kit.sharing(id);
    const log = await server.current.db.selectFrom('audit_log').selectAll().execute();
    for (const place of [row, listed, log, server.current.logLines]) {
      expect(JSON.stringify(place)).not.toContain(token);
    }
    expect(JSON.stringify(listed)).not.toContain(row.token_hash);
  });

  it('goes with its session', async () => {
    const { id } = await kit.opened();
    const { id: shareId } = await kit.shared(id);
    await server.current.call('POST', `/sessions/${id}/disconnect`, { token: kit.token });
    await server.current.call('DELETE', `/sessions/${id}`, { token: kit.token });
    const left = await server.current.db
      .selectFrom('session_share')
      .select('id')
      .where('id', '=', shareId)
      .execute();
    expect(left).toEqual([]);
  });

  it('is refused without people, for too long, for too many, and beyond twenty', async () => {
    const { id } = await kit.opened();
    const named = await kit.share(id, { audience: 'named', usernames: [] });
    expect(named).toMatchObject({ error: 'share.users_missing', fields: [{ path: 'usernames' }] });
    expect(await kit.share(id, { minutes: 1441 })).toMatchObject({ error: 'validation' });
    expect(await kit.share(id, { minutes: 4 })).toMatchObject({ error: 'validation' });
    const crowd = Array.from({ length: 21 }, (_, index) => `p${index}`);
    expect(await kit.share(id, { audience: 'named', usernames: crowd })).toMatchObject({
      error: 'validation',
    });
    for (let count = 0; count < 20; count++) {
      await kit.shared(id);
    }
    expect(await kit.share(id)).toMatchObject({ error: 'share.too_many' });
  });
});

describe('sharing', () => {
  it('is for the session’s person and administrators who watch; input needs the right to join', async () => {
    const owner = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const { id } = await kit.opened(owner.token);
    expect(await kit.share(id, {}, owner.token)).toMatchObject({ code: 1 });
    const watcher = await server.current.loginAs({ type: 'admin', menus: ['online-session-monitor'] });
    expect(await kit.share(id, {}, watcher.token)).toMatchObject({ error: 'share.input_forbidden' });
    expect(await kit.share(id, { mode: 'read' }, watcher.token)).toMatchObject({ code: 1 });
    expect((await kit.sharing(id, watcher.token)).data).toMatchObject({
      mayWrite: false,
      policy: 'signed-in',
    });
    const joiner = await server.current.loginAs({
      type: 'admin',
      menus: ['online-session-monitor', 'online-session-join'],
    });
    expect(await kit.share(id, {}, joiner.token)).toMatchObject({ code: 1 });
    for (const other of [
      kit.stranger,
      await server.current.loginAs({ type: 'admin', menus: ['online-session'] }),
    ]) {
      for (const refused of [
        await kit.share(id, {}, other.token),
        await kit.sharing(id, other.token),
        await kit.revoke(id, 'anything', other.token),
      ]) {
        expect(refused).toMatchObject({ error: 'session.not_found' });
      }
    }
    const made = (await kit.sharing(id)).data.shares;
    expect(made).toHaveLength(3);
    expect(await kit.revoke(id, made[0]?.id ?? '', kit.stranger.token)).toMatchObject({
      error: 'session.not_found',
    });
    const second = await kit.opened();
    expect(await kit.revoke(second.id, made[0]?.id ?? '')).toMatchObject({ error: 'share.not_found' });
    expect((await kit.sharing(id)).data.shares).toHaveLength(3);
  });

  it('follows the setting, also for what is open already', async () => {
    const { id } = await kit.opened();
    const { token } = await kit.shared(id);
    const named = await kit.shared(id, { audience: 'named', usernames: [kit.guest.username] });
    const [first, second] = [await kit.joined(token), await kit.joined(named.token)];
    try {
      await kit.set({ 'session-sharing': 'named' });
      expect(await kit.share(id)).toMatchObject({
        error: 'share.audience_off',
        fields: [{ path: 'audience' }],
      });
      expect(await kit.ask(token)).toMatchObject({ error: 'share.off' });
      await expect.poll(() => first.reason, CUT).toContain('不允許分享');
      expect(second.reason).toBeUndefined();
      await kit.set({ 'session-sharing': 'off' });
      expect(await kit.share(id, { audience: 'named', usernames: ['a'] })).toMatchObject({
        error: 'share.off',
      });
      await expect.poll(() => second.reason, CUT).toContain('不允許分享');
      expect((await kit.sharing(id)).data).toMatchObject({ policy: 'off', shares: [] });
    } finally {
      await kit.set({ 'session-sharing': 'signed-in' });
    }
  });

  it('is refused where nothing is live', async () => {
    const id = await kit.past();
    for (const session of [id, 'nothing']) {
      expect(await kit.share(session)).toMatchObject({ error: 'session.not_found' });
      expect(await kit.sharing(session)).toMatchObject({ error: 'session.not_found' });
    }
  });
});

describe('a seat', () => {
  it('is taken once, by its own login, within a minute', async () => {
    const { id } = await kit.opened();
    const { token } = await kit.shared(id);
    const seat = (await kit.ask(token)).data.id;
    const thief = kit.sit(seat, kit.stranger.token);
    await expect.poll(() => thief.reason, PATIENT).toContain('找不到');
    const client = kit.sit(seat);
    await expect.poll(() => client.shown, PATIENT).toContain('$ ');
    const again = kit.sit(seat);
    await expect.poll(() => again.reason, PATIENT).toContain('找不到');
    const late = (await kit.ask(token)).data.id;
    server.current.passTime(MINUTE_MS);
    const tooLate = kit.sit(late);
    await expect.poll(() => tooLate.reason, PATIENT).toContain('找不到');
  });

  it('promised before a share was revoked is worth nothing', async () => {
    const { id } = await kit.opened();
    const made = await kit.shared(id);
    const seat = (await kit.ask(made.token)).data.id;
    await kit.revoke(id, made.id);
    const client = kit.sit(seat);
    await expect.poll(() => client.reason, PATIENT).toContain('已撤銷');
    expect(client.shown).toBe('');
    expect((await kit.audited(id)).map(({ action }) => action)).not.toContain('session.joined');
  });
});
