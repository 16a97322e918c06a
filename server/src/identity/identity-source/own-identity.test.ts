// A link to a source that is undone: what the source gave goes with it, and nobody gets rid of whoever keeps them.
import type { OwnIdentities } from '@jadegate/contract/identity/source-sign-in';
import { beforeAll, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { ed25519KeyPair } from '../../testing/keys.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const SOURCE = 'source-1';
let admin: string;
let given: string;
let byHand: string;

beforeAll(async () => {
  admin = await server.current.login();
  await server.current.db
    .insertInto('identity_source')
    .values({
      id: SOURCE,
      key: 'corp',
      kind: 'ldap',
      name: '公司目錄',
      icon: 'people',
      position: 1,
      enabled: 1,
      config: JSON.stringify({ servers: ['127.0.0.1:9'], peopleBase: 'dc=a' }),
      created_at: 1,
      updated_at: 1,
    })
    .execute();
  [given, byHand] = [await makeGroup('維運'), await makeGroup('手動')];
});

async function makeGroup(name: string): Promise<string> {
  const answer = await server.current.call<{ id: string }>('POST', '/user-groups', {
    token: admin,
    body: { name, members: [] },
  });
  return answer.data.id;
}

/** Somebody who is signed in and whom the source knows, with what it gave them and what somebody else did. */
async function person({ made = 0 }: { made?: 0 | 1 } = {}) {
  const { db } = server.current;
  const { id, token } = await server.current.loginAs({});
  const identityId = newId();
  const identity = { id: identityId, source_id: SOURCE, user_id: id, issuer: 'ldap:corp', subject: id };
  await db
    .insertInto('source_identity')
    .values({ ...identity, label: 'x', created_at: 1, last_login_at: 1, made })
    .execute();
  await db
    .insertInto('source_grant')
    .values({ id: newId(), source_id: SOURCE, user_id: id, role_id: null, user_group_id: given })
    .execute();
  for (const user_group_id of [given, byHand]) {
    await db.insertInto('user_group_member').values({ user_group_id, user_id: id }).execute();
  }
  const body = { name: 'laptop', publicKey: ed25519KeyPair().public };
  await server.current.call('POST', '/account/ssh-keys', { token, body });
  await db.updateTable('ssh_key').set({ source_id: SOURCE }).where('user_id', '=', id).execute();
  return { id, token, identityId };
}

async function unlink({ token, identityId }: { token: string; identityId: string }) {
  return (await server.current.call('DELETE', `/account/identities/${identityId}`, { token })).error;
}

async function left(userId: string) {
  const { db } = server.current;
  const groups = await db
    .selectFrom('user_group_member')
    .select('user_group_id')
    .where('user_id', '=', userId)
    .execute();
  const keys = await db.selectFrom('ssh_key').select('id').where('user_id', '=', userId).execute();
  return { groups: groups.map(({ user_group_id }) => user_group_id), keys: keys.length };
}

it('takes back what the source gave, and nothing else', async () => {
  const linked = await person();
  expect((await left(linked.id)).keys).toBe(1);
  expect(await unlink(linked)).toBeUndefined();
  expect(await left(linked.id)).toEqual({ groups: [byHand], keys: 0 });
});

it('is refused to whom the source made: it could not disable them any more', async () => {
  const made = await person({ made: 1 });
  // By another link they would come in all the same.
  await server.current.db
    .insertInto('source_identity')
    .values({
      id: newId(),
      source_id: SOURCE,
      user_id: made.id,
      issuer: 'https://idp.example',
      subject: made.id,
      label: 'x',
      created_at: 2,
      last_login_at: 2,
      made: 0,
    })
    .execute();
  const { data } = await server.current.call<OwnIdentities>('GET', '/account/identities', {
    token: made.token,
  });
  expect(data.identities.map(({ isKept }) => isKept)).toEqual([true, false]);
  expect(await unlink(made)).toBe('source.keeps_person');
  expect((await left(made.id)).keys).toBe(1);
});

it('is refused where no other way in is left, and of somebody else’s', async () => {
  const [linked, other] = [await person(), await person()];
  expect(await unlink({ ...other, identityId: linked.identityId })).toBe('identity_source.not_found');
  await server.current.services.settings.updateForOperator(
    { address: 'local', userAgent: '', language: 'zh-TW', requestId: '' },
    { 'password-login': 'off' },
  );
  expect(await unlink(linked)).toBe('source.last_identity');
  await server.current.db.updateTable('user').set({ passkeys: 1 }).where('id', '=', linked.id).execute();
  expect(await unlink(linked)).toBeUndefined();
});
