// On both engines: two servers that start at once make one set of keys.
import { createHash } from 'node:crypto';

import ssh2 from 'ssh2';
import { expect, it } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { DAY_MS } from '../../kernel/clock.ts';
import { Secret } from '../../kernel/secret.ts';
import { generateHostKeys, publicHostKey } from '../../protocols/ssh-server/host-keys.ts';
import { ed25519KeyPair } from '../../testing/keys.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { OwnHostKeyService, type OwnHostKeys } from './own-host-key.service.ts';

const server = useTestServer();
let now = Date.parse('2026-11-18T00:00:00Z');

function serviceOfOneServer(isEnabled = true): OwnHostKeyService {
  const { database, vault, audit, logger } = server.current.services;
  const place = () => ({ isEnabled, host: 'gate.example', port: 2222 });
  return new OwnHostKeyService({
    database,
    vault,
    audit,
    logger,
    place,
    generate,
    clock: { now: () => now },
  });
}

/** The first ones are those of the product. */
let isFirst = true;
async function generate(): Promise<Secret[]> {
  if (isFirst) {
    isFirst = false;
    return generateHostKeys();
  }
  const rsa = ssh2.utils.generateKeyPairSync('rsa', { bits: 1024 });
  return [ed25519KeyPair(), rsa].map((pair) => new Secret(pair.private));
}

const fingerprints = (keys: OwnHostKeys['announced']) => keys.map((key) => publicHostKey(key).fingerprint);

it('are the same for all servers, also for those that start at once, and last', async () => {
  const [one, other] = await Promise.all([serviceOfOneServer().keys(), serviceOfOneServer().keys()]);
  expect(fingerprints(one.privateKeys)).toEqual(fingerprints(other.privateKeys));
  expect(one.privateKeys.map((key) => publicHostKey(key).algorithm)).toEqual(['ssh-ed25519', 'ssh-rsa']);
  expect(one.announced).toHaveLength(2);
  expect((await serviceOfOneServer().keys()).id).toBe(one.id);
});

it('are described as clients and zones write them down, and to nobody where there is no door', async () => {
  const door = await serviceOfOneServer().describe('console.example');
  expect(door).toMatchObject({ isEnabled: true, host: 'gate.example', port: 2222 });
  const [key] = door.keys;
  const blob = Buffer.from(key?.knownHosts.split(' ')[2] ?? '', 'base64');
  const hash = createHash('sha256').update(blob);
  expect(key?.knownHosts).toMatch(/^\[gate\.example\]:2222 ssh-ed25519 AAAA/);
  expect(key?.sshfp).toBe(`gate.example. IN SSHFP 4 2 ${hash.copy().digest('hex')}`);
  expect(`${key?.fingerprint}=`).toBe(`SHA256:${hash.digest('base64')}`);
  expect((await serviceOfOneServer(false).describe('')).keys).toEqual([]);
});

it('are rotated with a time in which clients are told of the new and shown the old', async () => {
  const service = serviceOfOneServer();
  const seen: OwnHostKeys[] = [];
  const following = await service.follow((keys) => void seen.push(keys));
  const before = await service.keys();
  const { fingerprints: fresh } = await service.rotate(SYSTEM_CALLER, 30);
  following.stop();
  expect(seen).toHaveLength(2);

  const during = await service.keys();
  expect(fingerprints(during.privateKeys)).toEqual(fingerprints(before.privateKeys));
  expect(fingerprints(during.announced)).toEqual([...fingerprints(before.privateKeys), ...fresh]);
  expect((await service.describe('')).keys.map(({ isPresented }) => isPresented)).toEqual([
    true,
    true,
    false,
    false,
  ]);

  now += 30 * DAY_MS;
  const after = await service.keys();
  expect(fingerprints(after.announced)).toEqual(fresh);
  expect(after.id).not.toBe(during.id);

  await service.rotate(SYSTEM_CALLER, 30);
  // Somebody has got hold of a key: none of those that were, or were to come, is kept.
  const { fingerprints: atOnce } = await service.rotate(SYSTEM_CALLER, 0);
  expect(fingerprints((await service.keys()).announced)).toEqual(atOnce);
});

it('are read by everybody who is signed in and rotated by those who may change settings, on record', async () => {
  const path = '/ssh-door/host-keys/rotate';
  const { token } = await server.current.loginAs({ type: 'user' });
  expect(await server.current.call('GET', '/ssh-door', { token })).toMatchObject({
    code: 1,
    data: { isEnabled: false, keys: [] },
  });
  expect((await server.current.call('POST', path, { token, body: {} })).code).not.toBe(1);
  await serviceOfOneServer().rotate(SYSTEM_CALLER, 7);
  const entry = await server.current.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ action: 'ssh-door.host-keys-rotated' });
  expect(entry.detail).toContain('"overlapDays":7');
});
