// On a real sshd, with the services of the product.
import { readFileSync } from 'node:fs';
import os from 'node:os';

import { beforeAll, expect, it } from 'vitest';

import { SYSTEM_CALLER, type Actor } from '../../kernel/actor.ts';
import { AssetKit } from '../../testing/assets.ts';
import { useTestServer } from '../../testing/test-server.ts';
import type { CollectFailed } from './node-collection.service.ts';

/** As `scripts/hosts/up.sh` starts it. */
const SSHD = { ip: '127.0.0.1', port: 2201, username: 'tgt', password: 'Tgt-pass1' };

const server = useTestServer();
const assets = new AssetKit(server);
const collection = () => server.current.services.nodeCollection;
let actor: Actor;

beforeAll(async () => {
  await assets.login();
  const { id, username } = await server.current.seedUser({ type: 'admin' });
  actor = { ...SYSTEM_CALLER, userId: id, username, loginId: undefined };
});

const problemOf = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error: unknown) => (error as CollectFailed).problem.kind,
  );

it('a machine whose key nobody knows is asked once somebody is there to learn it', async () => {
  const { id } = await assets.created(SSHD);
  expect(await problemOf(collection().facts(id, {}))).toBe('hostkey-unknown');
  const { facts, isWhole } = await collection().facts(id, { learnFor: actor });
  expect(isWhole).toBe(true);
  expect(facts.hostname).toBe(os.hostname());
  expect(facts.bootId).toBe(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  expect(facts.cpu.threads).toBe(os.cpus().length);
  const { sample } = await collection().metrics(id, {
    physicalInterfaces: facts.interfaces.flatMap((one) => (one.isPhysical === true ? [one.name] : [])),
    gpuWords: [],
    before: undefined,
  });
  expect(sample.memTotal).toBe(os.totalmem());
  expect(sample.fileSystems.map(({ mount }) => mount)).toContain('/');
});

it('a wrong password is told as one', async () => {
  const { id } = await assets.created({ ...SSHD, password: 'Wrong-pass1' });
  expect(await problemOf(collection().facts(id, { learnFor: actor }))).toBe('auth');
});

it('an asset that is gone, or is no SSH, leads nowhere', async () => {
  expect(await problemOf(collection().facts('no-such-asset', {}))).toBe('unlinked');
});
