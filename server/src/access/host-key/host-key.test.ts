import type { HostKeyRow } from '@jadegate/contract/access/host-key';
import { expect, it } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import type { HostKey } from '../../protocols/ssh/host-key.ts';
import { anAsset } from '../../testing/grant-rows.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();

const keyOf = (letter: string): HostKey => ({
  keyType: 'ssh-ed25519',
  fingerprint: `SHA256:${letter.repeat(43)}`,
  publicKey: letter,
});
const OURS = keyOf('A');
const THEIRS = keyOf('B');
const SOMEBODY = { ...SYSTEM_CALLER, loginId: undefined, userId: 'somebody', username: 'somebody' };

it('the first key of a host is accepted only as long as none is known', async () => {
  const { hostKeys } = server.current.services;
  const token = await server.current.login();
  const { id } = await anAsset(server.current);
  const accept = (body: object) =>
    server.current.call('POST', `/assets/${id}/host-keys/accept`, { token, body });
  const pinned = async () => {
    const { data } = await server.current.call<HostKeyRow[]>('GET', `/assets/${id}/host-keys`, { token });
    return data.filter(({ state }) => state === 'pinned').map(({ fingerprint }) => fingerprint);
  };
  const first = { fingerprint: THEIRS.fingerprint, isFirst: true };

  // While somebody compares, a test teaches the key, and the other one is on offer again.
  await hostKeys.noteOffered(`asset:${id}`, THEIRS);
  await hostKeys.learn(SOMEBODY, `asset:${id}`, OURS);
  await hostKeys.noteOffered(`asset:${id}`, THEIRS);
  expect(await accept(first)).toMatchObject({ code: -1, error: 'host_key.not_first' });
  expect(await pinned()).toEqual([OURS.fingerprint]);

  // Whoever saw that it replaces one may do so; and a first one is accepted where there is none.
  expect(await accept({ fingerprint: THEIRS.fingerprint })).toMatchObject({ code: 1 });
  expect(await pinned()).toEqual([THEIRS.fingerprint]);
  await hostKeys.forget(SOMEBODY, `asset:${id}`);
  await hostKeys.noteOffered(`asset:${id}`, THEIRS);
  expect(await accept(first)).toMatchObject({ code: 1 });
  expect(await pinned()).toEqual([THEIRS.fingerprint]);
});

it('a key that was pinned while it was judged is not on offer', async () => {
  const { hostKeys } = server.current.services;
  const { id } = await anAsset(server.current);
  await hostKeys.learn(SOMEBODY, `asset:${id}`, OURS);
  await hostKeys.noteOffered(`asset:${id}`, OURS);
  expect(await hostKeys.list(`asset:${id}`)).toMatchObject([{ state: 'pinned' }]);
});
