// Whatever a person's input leaves in the audit log is bounded in size and rate, refusals too (SEC-49).
import { beforeEach, describe, expect, it } from 'vitest';

import type { Actor } from '../../kernel/actor.ts';
import { boundedDetail, inSeveralDetails, MAX_DETAIL_BYTES } from '../../kernel/bounded-detail.ts';
import { sha256 } from '../../kernel/bounded-text.ts';
import { MINUTE_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';
import type { AuditEntry } from './audit.service.ts';

const parsed = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('what an entry says', () => {
  it('is as it is while it fits', () => {
    const detail = { name: { before: 'a', after: '玉'.repeat(1000) }, hosts: 3 };
    expect(boundedDetail(detail)).toBe(JSON.stringify(detail));
  });

  it.each<[string, Record<string, unknown>]>([
    ['long texts', { reason: '玉'.repeat(70_000), hosts: 3 }],
    ['many names', { refused: Array.from({ length: 500 }, () => newId()), hosts: 3 }],
    ['many long names', { refused: Array.from({ length: 500 }, () => '😀'.repeat(500)), hosts: 3 }],
    [
      'many fields',
      { ...Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`f${n}`, 'x'])), hosts: 3 },
    ],
    ['depth', { deep: { deeper: [{ text: 'x'.repeat(9000) }, { text: '"'.repeat(9000) }] }, hosts: 3 }],
  ])('is cut where it has %s, and says so', (_what, detail) => {
    const whole = JSON.stringify(detail);
    const text = boundedDetail(detail);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_DETAIL_BYTES);
    expect(parsed(text)).toMatchObject({
      cut: { bytes: Buffer.byteLength(whole), sha256: sha256(whole) },
      ...('f0' in detail ? { f0: 'x' } : { hosts: 3 }),
    });
  });

  it('of things that are gone is told whole, in several entries', () => {
    const items = Array.from({ length: 300 }, (_, n) => ({ user: 'mei', file: `/srv/some/folder/${n}` }));
    const details = inSeveralDetails('entries', items);
    expect(details.flatMap((detail) => detail['entries'])).toEqual(items);
    for (const detail of details) {
      expect(boundedDetail(detail)).toBe(JSON.stringify(detail));
    }
  });
});

describe('refusals', () => {
  const server = useTestServer();
  let actor: Actor;
  beforeEach(async () => {
    const { id } = await server.current.seedUser();
    const login = { loginId: newId(), language: 'zh-TW', requestId: '' } as const;
    actor = { ...login, userId: id, username: id, address: '127.0.0.1', userAgent: '' };
  });

  const refuse = async (times: number, reason = 'no', who = actor) => {
    const object = { type: 'credential', id: 'c', name: 'x'.repeat(9000) };
    const entry: AuditEntry = { action: 'credential.reveal-refused', object, result: 'failure' };
    for (let count = 0; count < times; count++) {
      await server.current.services.audit.writeAlone(who, { ...entry, detail: { reason } });
    }
  };
  const written = async () =>
    (
      await server.current.db
        .selectFrom('audit_log')
        .select(['detail', 'object_name'])
        .where('actor_id', '=', actor.userId)
        .orderBy('seq')
        .execute()
    ).map(({ detail, object_name }) => ({ ...parsed(detail), nameBytes: Buffer.byteLength(object_name) }));

  it('of one kind are written twenty times, then counted, and the count is written', async () => {
    await refuse(100);
    await refuse(1, 'another reason');
    const before = await written();
    expect(before).toHaveLength(22);
    expect(before.every(({ nameBytes }) => nameBytes <= 2048)).toBe(true);
    expect(before[20]).toMatchObject({ reason: 'no', moreAreCounted: true });
    await server.current.services.audit.writeFolded();
    expect(await written()).toHaveLength(22);
    server.current.passTime(MINUTE_MS);
    await server.current.services.audit.writeFolded();
    expect((await written()).slice(22)).toMatchObject([{ reason: 'no', more: 79 }]);
    expect(await server.current.services.audit.verify()).not.toHaveProperty('brokenAt');
  });

  it('of strangers are all written: nobody knows whose they are', async () => {
    const { userId: _userId, username: _username, loginId: _loginId, ...caller } = actor;
    const object = { type: 'user', id: '', name: actor.userId };
    for (let count = 0; count < 25; count++) {
      await server.current.services.audit.writeAlone(caller, {
        action: 'login.failed',
        object,
        result: 'failure',
      });
    }
    const rows = await server.current.db
      .selectFrom('audit_log')
      .select('seq')
      .where('object_name', '=', actor.userId)
      .execute();
    expect(rows).toHaveLength(25);
  });

  it('that were counted are told to who listens, too', async () => {
    let heard = 0;
    const stop = server.current.services.audit.subscribe(({ action }) => {
      heard += action === 'credential.reveal-refused' ? 1 : 0;
    });
    await refuse(30);
    stop();
    expect(heard).toBe(30);
  });
});
