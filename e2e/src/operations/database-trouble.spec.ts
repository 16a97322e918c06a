// PostgreSQL that is cut off, falls silent or hangs while people type and work goes on: the process lives, nobody loses a
// byte, and every row is true soon after the database is back.
import { randomInt, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { Cable } from '../support/cable.ts';
import { createDatabase, query, type Database } from '../support/postgres.ts';
import { SessionBed } from '../support/session-bed.ts';
import { isSoak } from '../support/soak.ts';
import { Typist } from '../support/typist.ts';
import { until } from '../support/until.ts';

type Trouble = 'cut' | 'fallSilent' | 'freeze';
const TROUBLES: readonly Trouble[] = isSoak
  ? Array.from({ length: 12 }, (_, time) => (['cut', 'fallSilent', 'freeze'] as const)[time % 3] ?? 'cut')
  : ['cut', 'fallSilent'];
/** Calls that wait for a connection which fell silent are told so after this. */
const SILENCE_MS = 20_000;
/** What the product promises, and a little for a busy machine. */
const TRUE_WITHIN_MS = 30_000;

let database: Database;
let cable: Cable;
let bed: SessionBed;
let assetId: string;

beforeAll(async () => {
  database = await createDatabase();
  cable = await Cable.to(hosts.postgres.port);
  const url = new URL(database.url);
  url.port = new URL(cable.url).port;
  bed = await SessionBed.start({ databaseUrl: url.href });
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
}, 120_000);
afterAll(async () => {
  await bed.product.dispose();
  await cable.remove();
  await database.drop();
});

/** Past the cable: how things really stand. */
const rows = (sql: string) => query(database.url, sql);
const count = async (sql: string) => Number((await rows(sql))[0]?.['count']);

/** Answers the number it was given, where it was taken. */
async function ask(path: string, body: object): Promise<string | undefined> {
  const answer = await bed.admin
    .call<{ id?: string; runId?: string }>('POST', path, body)
    .catch(() => undefined);
  return answer?.code === 1 ? (answer.data.id ?? answer.data.runId) : undefined;
}

it(
  'is outlived: nothing typed is lost, what goes on comes to its end, and no row stays untrue',
  async () => {
    const typist = await Typist.begin(bed, assetId);
    const job = {
      name: 'look',
      func: 'check-asset-status-job',
      cron: '@yearly',
      mode: 'custom',
      resourceIds: assetId,
      overlap: 'queue',
    };
    await bed.make('/jobs', job);
    const [{ id: jobId }] = (await rows(`select id from job where name = 'look'`)) as [{ id: string }];
    const taken: string[] = [];
    for (const trouble of TROUBLES) {
      // One run goes on in the middle of it, one begins there.
      const flag = join('/tmp', `jadegate-trouble-${randomUUID()}`);
      const script = `touch ${flag}; sleep ${randomInt(1, 3)}; rm -f ${flag}; echo done`;
      const body = { assetIds: [assetId], script, timeoutSeconds: 60 };
      taken.push((await ask('/command-runs', body)) ?? '');
      await until('a command runs', () => existsSync(flag) || undefined);
      await ask(`/jobs/${jobId}/runs`, {});
      cable[trouble]();
      const meanwhile = [ask('/command-runs', body), ask(`/jobs/${jobId}/runs`, {})];
      await sleep(trouble === 'fallSilent' ? 1000 : randomInt(2000, 6000));
      cable.mend();
      const isReady = async () =>
        (await fetch(`${bed.url}/readyz`).catch(() => undefined))?.status === 200 || undefined;
      await until(`ready after ${trouble}`, isReady, TRUE_WITHIN_MS);
      await until(
        `no work after ${trouble}`,
        async () => (await count(`select count(*) from work where state != 'over'`)) === 0 || undefined,
        SILENCE_MS + TRUE_WITHIN_MS,
      );
      await Promise.all(meanwhile);
      const untrue =
        (await count(`select count(*) from command_run where state = 'running'`)) +
        (await count(`select count(*) from command_run_host where state in ('waiting', 'running')`)) +
        (await count(`select count(*) from job_run where ended_at is null`));
      expect(untrue).toBe(0);
    }
    for (const id of taken) {
      const [host] = await rows(`select state, message, output from command_run_host where run_id = '${id}'`);
      expect(host).toEqual({ state: 'succeeded', message: '', output: 'done\n' });
    }
    const [session] = await rows(`select status from session where id = '${typist.id}'`);
    expect(session).toEqual({ status: 'connected' });
    expect(await typist.finish()).toBeUndefined();
    expect(typist.breaks).toBe(0);
    expect(bed.product.output).not.toContain('a defect');
  },
  isSoak ? 1_200_000 : 180_000,
);
