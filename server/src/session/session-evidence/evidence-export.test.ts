// The file for outsiders, and whether both verifiers name what was done to it.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

import { BUNDLE, exitCodeOf } from '@jadegate/contract/session/evidence/bundle';
import {
  filesOf,
  HARMS,
  sourceOfBytes,
  zipOfFiles,
  type Files,
} from '@jadegate/contract/session/evidence/harm.builders';
import { openBundle, verifyBundle } from '@jadegate/contract/session/evidence/verify-bundle';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../kernel/clock.ts';
import { Secret } from '../../kernel/secret.ts';
import { givenSigningKey, newSigningKey } from '../../platform/signing/signing-key-store.ts';
import { SigningService } from '../../platform/signing/signing.service.ts';
import { nodeCrypto } from '../../recorders/evidence/node-crypto.ts';
import { seedRecording, seedSigned } from '../../testing/recordings.ts';
import { aSession } from '../../testing/session-rows.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

/** Thousands of them take minutes. */
const LONG_MS = shortOrSoak(60_000, 900_000);

const server = useTestServer();
const program = join(import.meta.dirname, '../../../../.cache/evidence/jadegate-verify.mjs');
const folder = mkdtempSync(join(tmpdir(), 'jadegate-evidence-'));
const run = promisify(execFile);
const inflate = promisify(inflateRaw);
let token = '';
let whole: Uint8Array;
let fingerprint = '';

const sourceOf = (bytes: Uint8Array) =>
  sourceOfBytes(bytes, async (packed, size) => {
    const unpacked = await inflate(packed, { maxOutputLength: Math.max(1, size) });
    expect(unpacked).toHaveLength(size);
    return unpacked;
  });
const verify = async (bytes: Uint8Array, given?: string) =>
  verifyBundle(await openBundle(sourceOf(bytes)), { crypto: nodeCrypto, fingerprint: given });
const download = async (id: string) => {
  const { rawPayload } = await server.current.inject('GET', `/sessions/${id}/evidence/export`, { token });
  return new Uint8Array(rawPayload);
};
const textOf = (files: Files, path: string) => new TextDecoder().decode(files.get(path));
const audits = (action: string) =>
  server.current.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();

/** What the program answers that outsiders run. */
async function judged(bytes: Uint8Array, ...args: string[]) {
  const file = join(folder, 'case.jgz');
  writeFileSync(file, bytes);
  const ended = await run(process.execPath, [program, file, '--json', ...args]).catch(
    (error: unknown) => error as { stdout: string; code: number },
  );
  const { stdout } = ended;
  const code = 'code' in ended ? ended.code : 0;
  const said = JSON.parse(stdout) as {
    verdict: string;
    signer?: string;
    finding?: { code: string };
    exitCode: number;
  };
  expect(said.exitCode).toBe(code);
  return said;
}

beforeAll(async () => {
  token = await server.current.login();
  fingerprint = (await server.current.services.signing.pair()).id;
  const { id } = await seedSigned(server.current);
  whole = await download(id);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the evidence of a session', () => {
  it('is one file with everything in it, and who fetched it is on record', async () => {
    const { id } = await seedRecording(server.current, {
      printed: [{ at: 0, text: 'hello\r\n' }],
      commands: [{ at: 5, text: 'rm -rf \u202E/', by: 'mei' }],
      files: [{ at: 7, name: '/tmp/report.pdf' }],
    });
    const files = await filesOf(sourceOf(await download(id)));
    expect([...files.keys()].join(' ')).toBe(
      'README.txt player.html jadegate-verify.mjs session.json keys.json commands.jsonl files.jsonl audit.jsonl recording/000001.seg manifest.json manifest.sig',
    );
    expect(JSON.parse(textOf(files, BUNDLE.commands))).toMatchObject({
      command: 'rm -rf \u202E/',
      typedBy: 'mei',
    });
    expect(JSON.parse(textOf(files, BUNDLE.files))).toMatchObject({ fileName: '/tmp/report.pdf' });
    expect(textOf(files, BUNDLE.audit)).toContain('session.evidence-exported');
    expect(textOf(files, BUNDLE.readme).replaceAll(' ', '')).toContain(fingerprint);
    const rows = await audits('session.evidence-exported');
    expect(rows.at(-1)).toMatchObject({ object_id: id, detail: expect.stringContaining('"isSigned":false') });
    // It was recorded before there were signatures.
    expect(await verify(zipOfFiles(files), fingerprint)).toMatchObject({
      verdict: 'unsigned',
      signer: 'known',
    });
    files.set('recording/000001.seg', new TextEncoder().encode('JGT1'));
    expect(await verify(zipOfFiles(files))).toMatchObject({
      verdict: 'altered',
      finding: { code: 'manifest_file' },
    });
  });

  it('is for those with the right, once the session is over', async () => {
    const { id } = await seedRecording(server.current, { printed: [] });
    const person = await server.current.loginAs({
      type: 'admin',
      menus: ['offline-session', 'offline-session-playback', 'evidence'],
    });
    const call = (path: string, as: string) => server.current.call('GET', path, { token: as });
    expect((await call(`/sessions/${id}/evidence/export`, person.token)).code).toBe(403);
    const allowed = await server.current.loginAs({ type: 'admin', menus: ['offline-session-evidence'] });
    const got = await server.current.inject('GET', `/sessions/${id}/evidence/export`, {
      token: allowed.token,
    });
    expect(got.headers['content-disposition']).toContain('.jgz');
    const live = await aSession(server.current, { disconnected_at: null, status: 'connecting' });
    expect(await call(`/sessions/${live}/evidence/export`, token)).toMatchObject({
      error: 'evidence.session_live',
    });
    expect(await call('/sessions/none/evidence/export', token)).toMatchObject({ error: 'session.not_found' });
    const tool = await server.current.inject('GET', '/evidence/verifier', { token: person.token });
    expect(tool.body).toContain('--key-fingerprint');
  });

  it('is whole to both verifiers, and the signer is known by a fingerprint from elsewhere alone', async () => {
    expect(await verify(whole)).toMatchObject({
      verdict: 'whole',
      signer: 'unknown',
      signedBy: [fingerprint],
    });
    const spoken = fingerprint.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:');
    expect(await judged(whole)).toMatchObject({ verdict: 'whole', signer: 'unknown', exitCode: 3 });
    expect(await judged(whole, '--key-fingerprint', spoken)).toMatchObject({ signer: 'known', exitCode: 0 });
    expect(await judged(whole, '--key-fingerprint', 'ab'.repeat(32))).toMatchObject({
      signer: 'other',
      exitCode: 5,
    });
    expect(await judged(new Uint8Array(90))).toMatchObject({ verdict: 'unreadable', exitCode: 6 });
    await expect(run(process.execPath, [program, 'x', '--key-fingerprint', 'no'])).rejects.toMatchObject({
      code: 64,
    });
  });

  it('of a desktop is, too', async () => {
    const { id } = await seedSigned(server.current, { kind: 'desktop' });
    expect(await verify(await download(id), fingerprint)).toMatchObject({
      verdict: 'whole',
      signer: 'known',
    });
  });

  it('of one that died before anything was on the disk is incomplete, and not altered', async () => {
    const dead = await seedSigned(server.current, { segments: 0, isClosed: false });
    rmSync(join(dead.folder, '000001.seg'));
    const report = await judged(await download(dead.id), '--key-fingerprint', fingerprint);
    expect(report).toMatchObject({ verdict: 'incomplete', finding: { code: 'no_end' }, exitCode: 2 });
  });

  it('is known by a key that vouches for the one that signed it', async () => {
    const { signing } = server.current.services;
    const { id } = await seedSigned(server.current);
    const after = await signing.rotate({ address: '', userAgent: '', language: 'zh-TW', requestId: '' });
    const bytes = await download(id);
    for (const given of [fingerprint, after]) {
      expect(await verify(bytes, given)).toMatchObject({ verdict: 'whole', signer: 'known' });
    }
    const files = await filesOf(sourceOf(bytes));
    const keys = JSON.parse(textOf(files, BUNDLE.keys)) as { handovers: unknown[] };
    files.set(BUNDLE.keys, new TextEncoder().encode(JSON.stringify({ ...keys, handovers: [] })));
    expect((await verify(zipOfFiles(files), after)).signer).toBe('other');
  });

  it('that somebody else made and signed is whole, and the signer another', async () => {
    const pem = newSigningKey();
    const { services } = server.current;
    const forger = new SigningService({ ...services, store: givenSigningKey(new Secret(pem.expose())) });
    const { db, dataDir } = server.current;
    const { id } = await seedSigned({
      db,
      dataDir,
      now: () => server.current.now(),
      services: { ...services, signing: forger },
    });
    const bytes = await download(id);
    expect(await verify(bytes)).toMatchObject({ verdict: 'whole', signer: 'unknown' });
    expect(exitCodeOf(await verify(bytes, fingerprint))).toBe(5);
    // Nor does it help to break it off.
    const files = await filesOf(sourceOf(bytes));
    HARMS.find(({ name }) => name === 'cut at the end')?.do(files, 0);
    const cut = await verify(zipOfFiles(files), fingerprint);
    expect([cut.verdict, cut.signer, exitCodeOf(cut)]).toEqual(['incomplete', 'other', 5]);
  });
});

describe('what was done to it', () => {
  it(
    'is named by the product',
    async () => {
      const files = await filesOf(sourceOf(whole));
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...HARMS), fc.nat(1_000_000), async (harm, pick) => {
          const harmed = new Map(files);
          harm.do(harmed, pick);
          const { verdict, finding } = await verify(zipOfFiles(harmed), fingerprint);
          expect([harm.name, verdict, harm.codes]).toEqual([
            harm.name,
            harm.verdict,
            expect.arrayContaining([finding?.code]),
          ]);
        }),
        { numRuns: shortOrSoak(150, 3000) },
      );
    },
    LONG_MS,
  );

  it.each(HARMS)('is named by the program for outsiders: $name', async (harm) => {
    const harmed = await filesOf(sourceOf(whole));
    harm.do(harmed, 12_345);
    const { verdict, finding, exitCode } = await judged(zipOfFiles(harmed), '--key-fingerprint', fingerprint);
    expect(verdict).toBe(harm.verdict);
    expect(harm.codes).toContain(finding?.code);
    expect(exitCode).toBe(harm.verdict === 'altered' ? 1 : 2);
  });

  it(
    'to the archive itself never makes it whole',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(whole.length * 8 - 1), async (bit) => {
          const changed = Uint8Array.from(whole);
          changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          const report = await verify(changed, fingerprint).catch(() => undefined);
          const same = await filesOf(sourceOf(changed)).catch(() => undefined);
          const isHarmless =
            same !== undefined &&
            [...(await filesOf(sourceOf(whole)))].every(([path, bytes]) =>
              Buffer.from(bytes).equals(same.get(path) ?? new Uint8Array()),
            );
          expect(isHarmless || report?.verdict !== 'whole').toBe(true);
        }),
        { numRuns: shortOrSoak(10, 300) },
      );
    },
    LONG_MS,
  );
});

it('has entries of the audit log that have moved to archives, and says where they could not be read', async () => {
  const { audit, auditArchives } = server.current.services;
  const { id } = await seedRecording(server.current, { printed: [] });
  const someone = { address: '', userAgent: '', language: 'zh-TW', requestId: '' } as const;
  const entryOf = (action: 'session.watched' | 'session.shared') => ({
    action,
    object: { type: 'session', id, name: 'web-01' },
  });
  await audit.writeAlone(someone, entryOf('session.watched'));
  server.current.passTime(400 * DAY_MS);
  token = await server.current.login();
  while ((await auditArchives.archivePart(someone, server.current.now() - 100 * DAY_MS)) > 0) {
    // One file after the other.
  }
  await audit.writeAlone(someone, entryOf('session.shared'));
  const exported = async () => {
    const files = await filesOf(sourceOf(await download(id)));
    const actions = textOf(files, BUNDLE.audit)
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { action: string }).action);
    return { actions, readme: textOf(files, BUNDLE.readme) };
  };
  const whole = await exported();
  expect(whole.actions.slice(0, 2)).toEqual(['session.watched', 'session.shared']);
  expect(whole.readme).not.toContain('封存');
  await server.current.db.updateTable('audit_archive').set({ disk: 'of another server' }).execute();
  const part = await exported();
  expect(part.actions).not.toContain('session.watched');
  expect(part.readme).toMatch(/另有 \d+ 筆較舊的稽核紀錄封存在其他伺服器/);
});
