// On both engines: one of several servers signs each hour.
import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const rows = () => server.current.db.selectFrom('audit_checkpoint').selectAll().orderBy('id').execute();

describe('what is signed of the audit log', () => {
  it('is how far it has come: at each start, and every hour once', async () => {
    const { auditCheckpoints, audit } = server.current.services;
    const before = await rows();
    await auditCheckpoints.make('start');
    const { seq, hash } = await audit.head();
    const [made] = (await rows()).slice(before.length);
    expect(made).toMatchObject({ seq, locked: 'none' });
    expect(JSON.parse(made?.statement ?? '')).toMatchObject({ seq, hash, reason: 'start' });
    await auditCheckpoints.look();
    expect(await rows()).toHaveLength(before.length + 1);
    server.current.passTime(HOUR_MS);
    await Promise.all([auditCheckpoints.look(), auditCheckpoints.look()]);
    const all = await rows();
    expect(all).toHaveLength(before.length + 2);
    expect(all.at(-1)?.statement).toContain('"reason":"hour"');
    const token = await server.current.login();
    const { data } = await server.current.call<{ seq: number }[]>('GET', '/evidence/checkpoints', { token });
    expect(data[0]).toMatchObject({ seq: all.at(-1)?.seq, locked: 'none' });
  });

  it('contradicts a log that was written anew by somebody who has its key', async () => {
    const { auditCheckpoints, auditArchives, audit } = server.current.services;
    await auditCheckpoints.make('start');
    const good = await auditArchives.verify();
    expect(good).toMatchObject({ checkpoints: (await rows()).length });
    expect(good).not.toHaveProperty('contradictedAt');
    const log = await server.current.db.selectFrom('audit_log').selectAll().orderBy('seq').execute();
    let previous = '';
    for (const { hash: _, ...row } of log) {
      const changed = row.seq === 2 ? { ...row, actor_name: 'somebody else' } : row;
      const hash = audit.chain.hash(changed, previous);
      await server.current.db
        .updateTable('audit_log')
        .set({ ...changed, hash })
        .where('seq', '=', row.seq)
        .execute();
      previous = hash;
    }
    await server.current.db.updateTable('audit_head').set({ hash: previous }).execute();
    const report = await auditArchives.verify();
    expect(report).not.toHaveProperty('brokenAt');
    const first = (await rows()).map(({ seq }) => seq).toSorted((one, other) => one - other)[0];
    expect(report.contradictedAt).toBe(first);
  });

  it('is contradicted by a signature that is none', async () => {
    const [first] = await rows();
    const statement = first?.statement.replace('"seq":', '"seq":1') ?? '';
    await server.current.db
      .updateTable('audit_checkpoint')
      .set({ statement })
      .where('id', '=', first?.id ?? '')
      .execute();
    expect(await server.current.services.auditArchives.verify()).toMatchObject({
      contradictedAt: first?.seq,
    });
  });
});
