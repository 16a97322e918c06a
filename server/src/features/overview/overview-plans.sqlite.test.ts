import { CompiledQuery } from 'kysely';
import { expect, it, vi } from 'vitest';

import { WorkerClient } from '../../db/sqlite/worker-client.ts';
import { useTestServer } from '../../testing/test-server.ts';

/** What is counted for everybody who opens the dashboard is counted on an index, never on the rows. */
const server = useTestServer();

it.each(['/overview/counter', '/overview/asset', '/overview/date-counter'])(
  '%s reads no table from end to end',
  async (url) => {
    const token = await server.current.login();
    const spy = vi.spyOn(WorkerClient.prototype, 'send');
    const { message } = await server.current.call('GET', url, { token });
    const queries = spy.mock.calls.flatMap(([action]) => (action.kind === 'query' ? [action] : []));
    spy.mockRestore();
    expect(message).toBe('success');
    const counts = queries.filter(({ sql }) => sql.includes('count('));
    expect(counts).not.toEqual([]);
    for (const { sql, parameters } of counts) {
      const { rows } = await server.current.db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      );
      const reads = rows.filter(({ detail }) => /^(SCAN|SEARCH)/.test(detail));
      expect(reads).not.toEqual([]);
      // Those who are signed in now are few.
      const wanted = sql.includes('"login"') ? /USING INDEX/ : /USING COVERING INDEX/;
      reads.forEach(({ detail }) => expect(detail).toMatch(wanted));
    }
  },
);
