// On both engines: many write one chain at once.
import { beforeEach, describe, expect, it } from 'vitest';

import type { Caller } from '../../kernel/actor.ts';
import { TestServer } from '../../testing/test-server.ts';

const someone: Caller = { address: '127.0.0.1', userAgent: '', language: 'zh-TW', requestId: 'r' };
const entry = (name: string) =>
  ({ action: 'credential.created', object: { type: 'credential', id: name, name } }) as const;

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.start();
  for (const name of ['one', 'two', 'three']) {
    await server.services.audit.writeAlone(someone, entry(name));
  }
  return () => server.stop();
});

/** The entry about the object of this name. */
const seqOf = async (name: string) =>
  (
    await server.db
      .selectFrom('audit_log')
      .select('seq')
      .where('object_name', '=', name)
      .executeTakeFirstOrThrow()
  ).seq;

describe('the audit chain', () => {
  it('is whole when nobody touched it', async () => {
    const { entries, brokenAt } = await server.services.audit.verify();
    expect(entries).toBe(await seqOf('three'));
    expect(brokenAt).toBeUndefined();
  });

  it('names the entry that was changed', async () => {
    const seq = await seqOf('two');
    await server.db
      .updateTable('audit_log')
      .set({ actor_name: 'somebody else' })
      .where('seq', '=', seq)
      .execute();
    expect(await server.services.audit.verify()).toMatchObject({ brokenAt: seq });
  });

  it('names the entry that was taken out', async () => {
    const seq = await seqOf('two');
    await server.db.deleteFrom('audit_log').where('seq', '=', seq).execute();
    expect(await server.services.audit.verify()).toMatchObject({ brokenAt: seq });
  });

  it('notices that the end was cut off', async () => {
    const seq = await seqOf('three');
    await server.db.deleteFrom('audit_log').where('seq', '=', seq).execute();
    expect(await server.services.audit.verify()).toMatchObject({ brokenAt: seq });
  });

  it('stays one line when many write at once', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        server.services.audit.writeAlone(someone, entry(`racer ${index}`)),
      ),
    );
    expect(await server.services.audit.verify()).toEqual({ entries: (await seqOf('three')) + 40 });
  });

  it('has no entry for a write that was rolled back', async () => {
    const before = await server.services.audit.verify();
    const failing = server.services.database.transact(async (tx) => {
      await server.services.audit.write(someone, entry('never'), tx);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await server.services.audit.verify()).toEqual(before);
  });
});
