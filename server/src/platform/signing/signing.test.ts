// On both engines: where the key lies depends on the engine.
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { Secret } from '../../kernel/secret.ts';
import { fingerprintOf, readSigningKeys } from '../../kernel/signing-key.ts';
import { explainStartFailure } from '../../start-failure.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { givenSigningKey, newSigningKey, SigningKeyError } from './signing-key-store.ts';
import { SigningService } from './signing.service.ts';

const server = useTestServer();
const idOf = (pem: Secret) => {
  const [key] = readSigningKeys(pem.expose());
  return key ? fingerprintOf(createPublicKey(key)) : '';
};
const withKeys = (...pems: Secret[]) =>
  new SigningService({
    ...server.current.services,
    store: givenSigningKey(new Secret(pems.map((pem) => pem.expose()).join('\n'))),
  });
const entries = async (action: string) => {
  const rows = await server.current.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .execute();
  return rows.map(({ detail }) => JSON.parse(detail) as Record<string, string>);
};

describe('the key that signs', () => {
  it('is made at the first start: for one server a file of its own, for several one in the database', async () => {
    const { signing } = server.current.services;
    const { id } = await signing.pair();
    const file = join(server.current.dataDir, 'signing.key');
    const isAlone = server.current.database.databaseUrl === undefined;
    expect(existsSync(file)).toBe(isAlone);
    expect(isAlone ? statSync(file).mode & 0o777 : 0o600).toBe(0o600);
    expect(isAlone ? idOf(new Secret(readFileSync(file, 'utf8'))) : id).toBe(id);
    const token = await server.current.login();
    const { data } = await server.current.call<{ id: string; isUsed: boolean; origin: string }[]>(
      'GET',
      '/evidence/keys',
      { token },
    );
    expect(data).toMatchObject([
      { id, isUsed: true, origin: isAlone ? 'file' : 'database', predecessor: '' },
    ]);
    const nobody = await server.current.loginAs({ type: 'admin', menus: ['audit-log'] });
    for (const path of ['/evidence/keys', '/evidence/checkpoints'] as const) {
      expect((await server.current.call('GET', path, { token: nobody.token })).code).not.toBe(1);
    }
  });

  it('is replaced by one for which it vouches, and stays known', async () => {
    const { signing } = server.current.services;
    const { id: before } = await signing.pair();
    const old = await signing.sign('export', 'said before');
    const after = await signing.rotate(SYSTEM_CALLER);
    expect((await signing.pair()).id).toBe(after);
    const bundle = await signing.bundle();
    expect(bundle.keys.map(({ id }) => id)).toEqual(expect.arrayContaining([before, after]));
    const handover = bundle.handovers.find(({ text }) => text.includes(after));
    expect(JSON.parse(handover?.text ?? '')).toMatchObject({ from: before, to: after });
    const keys = await signing.publicKeys();
    const signed = Buffer.from(`jadegate key 1\n${handover?.text}`);
    for (const [index, id] of [before, after].entries()) {
      const key = keys.get(id);
      expect(key && verify(null, signed, key, Buffer.from(handover?.signatures[index] ?? '', 'base64'))).toBe(
        true,
      );
    }
    const isSigned = await signing.verifier();
    expect(isSigned('export', old)).toBe(true);
    expect(isSigned('audit', old)).toBe(false);
    expect(isSigned('export', { ...old, text: 'said after' })).toBe(false);
    expect(await entries('signing-key.rotated')).toMatchObject([{ fingerprint: after, before }]);
    // The private half of the old one is not needed any more.
    const isAlone = server.current.database.databaseUrl === undefined;
    const text = isAlone ? readFileSync(join(server.current.dataDir, 'signing.key'), 'utf8') : undefined;
    expect(text === undefined || readSigningKeys(text).length === 1).toBe(true);
  });

  it('is given by the settings: the new one before the old one, which vouches for it', async () => {
    const [first, second, third] = [newSigningKey(), newSigningKey(), newSigningKey()];
    expect((await withKeys(first).pair()).id).toBe(idOf(first));
    expect((await withKeys(second, first).pair()).id).toBe(idOf(second));
    const added = (await entries('signing-key.added')).slice(-2);
    expect(added).toMatchObject([
      { fingerprint: idOf(first), origin: 'setting', predecessor: '' },
      { fingerprint: idOf(second), predecessor: idOf(first) },
    ]);
    await withKeys(third).pair();
    expect(server.current.logLines.join('')).toContain('no key that was used before vouches for it');
    await expect(withKeys(first).rotate(SYSTEM_CALLER)).rejects.toMatchObject({ code: 'evidence.key_given' });
  });

  it('that others can read, or that is none, is not used', async () => {
    if (server.current.database.databaseUrl !== undefined) {
      return;
    }
    const { signing } = server.current.services;
    const file = join(server.current.dataDir, 'signing.key');
    const kept = readFileSync(file);
    chmodSync(file, 0o644);
    const failure: unknown = await signing.pair().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SigningKeyError);
    expect(explainStartFailure(failure)).toContain(`${file} can be read by others; run: chmod 600 ${file}`);
    rmSync(file);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    await expect(signing.pair()).rejects.toThrow('no Ed25519 key');
    rmSync(file);
    writeFileSync(file, kept, { mode: 0o600 });
    await signing.pair();
  });
});
