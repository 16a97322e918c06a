// The same troubles of PostgreSQL as in database-trouble.spec.ts, while a desktop is shown, files are uploaded, recordings
// are moved to S3 and a virtual machine is paused and resumed.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Asset } from '@jadegate/contract/access/asset';
import type { VisibleStorage } from '@jadegate/contract/files/storage';
import type { VmRow } from '@jadegate/contract/fleet/vm';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { createBucket } from '../support/bucket.ts';
import { Cable } from '../support/cable.ts';
import { EchoMachine, foundMachine } from '../support/echo-machine.ts';
import { createDatabase, query, type Database } from '../support/postgres.ts';
import { RawDesktop } from '../support/raw-desktop.ts';
import { SessionBed } from '../support/session-bed.ts';
import { until } from '../support/until.ts';

const TROUBLES = (['cut', 'fallSilent', 'freeze'] as const).flatMap((one) => [one, one, one]);
const UPLOAD_BYTES = 24 * 1024 * 1024;
/** A call on a connection that fell silent is told so after 20 seconds; the rest is what the product promises. */
const TRUE_WITHIN_MS = 60_000;

let database: Database;
let cable: Cable;
let bed: SessionBed;
let machine: EchoMachine;
let vm: VmRow;
let shell: string;
let space: string;

beforeAll(async () => {
  database = await createDatabase();
  cable = await Cable.to(hosts.postgres.port);
  const url = new URL(database.url);
  url.port = new URL(cable.url).port;
  bed = await SessionBed.start({ databaseUrl: url.href, env: await createBucket() });
  machine = await EchoMachine.start();
  vm = await foundMachine(bed, machine);
  shell = await bed.asset('web-01', { port: hosts.ssh.port });
  space = (await bed.admin.call<VisibleStorage>('GET', '/account/storage')).data.id;
}, 240_000);
afterAll(async () => {
  machine?.remove();
  await bed?.product.dispose();
  await cable?.remove();
  await database?.drop();
});

const count = async (sql: string) => Number((await query(database.url, sql))[0]?.['count']);

async function shownDesktop(): Promise<{ id: string; desktop: RawDesktop }> {
  const screen = { name: 'screen', protocol: 'vnc', ip: hosts.LOOPBACK, port: hosts.vnc.port };
  const account = { accountType: 'custom', username: '', password: hosts.vnc.password };
  const id = await bed.prepare((await bed.make<Asset>('/assets', { ...screen, ...account })).id);
  const desktop = new RawDesktop(bed.url, id, bed.token);
  await until('a picture', () => desktop.hasPicture || undefined);
  return { id, desktop };
}

/** Answers the hash of what was sent, where the product said that it has it. */
async function upload(name: string): Promise<string | undefined> {
  const body = randomBytes(UPLOAD_BYTES);
  const path = new URLSearchParams({ dir: '/', name, size: String(body.length) }).toString();
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await bed
    .fetch(`/storages/${space}/upload?${path}`, { method: 'POST', headers, body: new Uint8Array(body) })
    .then((response) => response.json() as Promise<{ code: number }>)
    .catch(() => undefined);
  return answer?.code === 1 ? createHash('sha256').update(body).digest('hex') : undefined;
}

async function kept(name: string): Promise<string> {
  const path = new URLSearchParams({ file: `/${name}` }).toString();
  const response = await bed.fetch(`/storages/${space}/download?${path}`);
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
}

async function turnMachine(): Promise<void> {
  const action = machine.virsh('domstate', machine.uuid).includes('paused') ? 'resume' : 'pause';
  await bed.admin
    .call('POST', `/vms/${vm.id}/power`, { action, reason: '資料庫中斷測試' })
    .catch(() => undefined);
}

it('what is shown, uploaded, moved and turned comes to its end, and no row stays untrue', async () => {
  const { id: desktopId, desktop } = await shownDesktop();
  const uploads = new Map<string, Promise<string | undefined>>();
  const recordings = new Map<string, string>();
  for (const [time, trouble] of TROUBLES.entries()) {
    const { id, terminal } = await bed.open(shell);
    const text = `spoken before trouble ${time}`;
    await bed.says(terminal, text);
    recordings.set(id, text);
    uploads.set(`during-${time}`, upload(`during-${time}`));
    const turned = turnMachine();
    // Its recording is moved in the middle of it.
    terminal.type('exit\r');
    await sleep(randomInt(0, 300));
    cable[trouble]();
    uploads.set(`begun-${time}`, upload(`begun-${time}`));
    await sleep(trouble === 'fallSilent' ? 1000 : randomInt(2000, 6000));
    cable.mend();
    desktop.moveMouse(randomInt(900), randomInt(700));
    const pictures = desktop.counts.get('sync') ?? 0;
    await until('the desktop goes on', () => (desktop.counts.get('sync') ?? 0) > pictures || undefined);
    const untrue = async () =>
      (await count(`select count(*) from work where state != 'over'`)) +
      (await count(`select count(*) from vm_task where ended_at is null`)) +
      (await count(`select count(*) from session where status != 'disconnected' and id != '${desktopId}'`));
    await until(
      `true rows after ${trouble}`,
      async () => (await untrue()) === 0 || undefined,
      TRUE_WITHIN_MS,
    );
    await Promise.all([turned, ...uploads.values()]);
  }
  const acknowledged: [name: string, hash: string][] = [];
  for (const [name, hash] of uploads) {
    const sent = await hash;
    acknowledged.push(...(sent === undefined ? [] : ([[name, sent]] satisfies [[string, string]])));
  }
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const [name, sent] of acknowledged) {
    expect(await kept(name)).toBe(sent);
  }
  for (const [id, text] of recordings) {
    expect(await bed.recordedText(id)).toContain(text);
  }
  await until(
    'all recordings are in S3',
    async () =>
      (await count('select count(distinct session_id) from stored_recording_file')) >= recordings.size ||
      undefined,
    TRUE_WITHIN_MS,
  );
  expect(desktop.error).toBeUndefined();
  expect(await bed.row(desktopId)).toMatchObject({ status: 'connected' });
  expect(bed.product.output).not.toContain('a defect');
  desktop.close();
}, 1_800_000);
