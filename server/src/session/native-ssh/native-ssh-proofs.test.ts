// What other products of this kind let in: each was a vulnerability of one of them.
import ssh2 from 'ssh2';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { wireString } from '../../protocols/ssh-server/wire.ts';
import { enrol } from '../../testing/enrol.ts';
import { HostileSshClient, MESSAGE } from '../../testing/hostile-ssh.ts';
import { ed25519KeyPair } from '../../testing/keys.ts';
import { execOn, NativeSshKit, runForTest } from '../../testing/native-ssh-kit.ts';
import { PasskeyKit } from '../../testing/passkey-kit.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { useTestServer, USER_PASSWORD } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const server = useTestServer({ takesSsh: true, publicUrls: ['https://gate.example'] });
const hosts = new SessionKit(server, { exec: runForTest });
const door = new NativeSshKit(server);

beforeAll(async () => {
  await hosts.start();
  await hosts.machine({ name: 'web' });
});
afterEach(() => door.leave());
afterAll(() => hosts.stop());

interface KeyHolder {
  id: string;
  username: string;
  token: string;
  key: string;
  blob: Buffer;
}

/** Somebody with a key of their own, who may use the asset. */
async function keyHolder(): Promise<KeyHolder> {
  const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
  const pair = ed25519KeyPair();
  const { message } = await server.current.call('POST', '/account/ssh-keys', {
    token: person.token,
    body: { name: 'laptop', publicKey: pair.public, password: USER_PASSWORD },
  });
  expect(message).toBe('success');
  return { ...person, key: pair.private, blob: Buffer.from(pair.public.split(' ')[1] ?? '', 'base64') };
}

/** Offers the keys in this order, and signs with whatever it is told to. */
function agentOf(
  offered: readonly Buffer[],
  sign: (offered: Buffer, data: Buffer) => Buffer,
): ssh2.BaseAgent {
  return new (class extends ssh2.BaseAgent<Buffer> {
    getIdentities(done: (error: Error | null, keys: Buffer[]) => void) {
      done(null, [...offered]);
    }
    sign(key: Buffer, data: Buffer, ...rest: unknown[]) {
      (rest.at(-1) as (error: Error | null, signature: Buffer) => void)(null, sign(key, data));
    }
  })();
}

function signWith(key: string, data: Buffer): Buffer {
  const parsed = ssh2.utils.parseKey(key);
  return parsed instanceof Error ? Buffer.alloc(0) : parsed.sign(data);
}

it('lets in who signs with a key of theirs, and writes down the use of it', async () => {
  const mei = await keyHolder();
  const client = await door.connect(`${mei.username}@web`, { privateKey: mei.key });
  expect(await execOn(client, 'say hello')).toMatchObject({ output: 'hello\n' });
});

it('takes a key for nobody’s proof that was not signed with, or with another', async () => {
  const mei = await keyHolder();
  const stranger = ed25519KeyPair().private;
  const forged = agentOf([mei.blob], (_offered, data) => signWith(stranger, data));
  await expect(door.connect(`${mei.username}@web`, { agent: forged })).rejects.toThrow('methods failed');
  const empty = agentOf([mei.blob], () => Buffer.alloc(64));
  await expect(door.connect(`${mei.username}@web`, { agent: empty })).rejects.toThrow('methods failed');
  const unsigned = agentOf([mei.blob], (_offered, data) =>
    signWith(mei.key, Buffer.concat([data, Buffer.from('.')])),
  );
  await expect(door.connect(`${mei.username}@web`, { agent: unsigned })).rejects.toThrow('methods failed');
});

it('goes by the key that was proved, and not by one that was offered last', async () => {
  const mei = await keyHolder();
  const boss = await keyHolder();
  // The key of another is no key of this person, whichever of them is proved.
  await expect(door.connect(`${boss.username}@web`, { privateKey: mei.key })).rejects.toThrow(
    'methods failed',
  );
  const both = agentOf([boss.blob, mei.blob], (_offered, data) => signWith(mei.key, data));
  await door.connect(`${mei.username}@web`, { agent: both });
  const logins = await server.current.db
    .selectFrom('login')
    .select('user_id')
    .where('user_agent', 'like', 'SSH-%')
    .execute();
  expect(logins).toContainEqual({ user_id: mei.id });
  expect(logins).not.toContainEqual({ user_id: boss.id });
});

it('writes down the use of the key that was signed with, whichever was offered after it was', async () => {
  const mei = await keyHolder();
  const second = ed25519KeyPair();
  await server.current.call('POST', '/account/ssh-keys', {
    token: mei.token,
    body: { name: 'spare', publicKey: second.public, password: USER_PASSWORD },
  });
  const client = await HostileSshClient.connect(door.port);
  const name = `${mei.username}@web`;
  const ask = async (isSigned: boolean, blob: Buffer, ...signature: Buffer[]) => {
    const request = ['ssh-connection', 'publickey', isSigned, 'ssh-ed25519', blob] as const;
    client.send(MESSAGE.authRequest, name, ...request, ...signature);
    const isAnswer = ({ 0: type = 0 }: Buffer) => type > 50 && type <= 60;
    return (await client.hear(isAnswer))?.[0];
  };
  const spare = Buffer.from(second.public.split(' ')[1] ?? '', 'base64');
  expect(await ask(false, mei.blob)).toBe(MESSAGE.authPkOk);
  expect(await ask(false, spare)).toBe(MESSAGE.authPkOk);
  // Offered is not shown, an empty signature is none, and what was signed for another connection is nothing here.
  expect(await ask(true, mei.blob, Buffer.alloc(0))).toBe(MESSAGE.authFailure);
  const made = signWith(mei.key, client.signed(name, 'ssh-ed25519', mei.blob, Buffer.alloc(32)));
  expect(await ask(true, mei.blob, signatureOf(made))).toBe(MESSAGE.authFailure);
  const right = signWith(mei.key, client.signed(name, 'ssh-ed25519', mei.blob));
  expect(await ask(true, spare, signatureOf(right))).toBe(MESSAGE.authFailure);
  expect(await ask(true, mei.blob, signatureOf(right))).toBe(MESSAGE.authSuccess);
  const rows = await server.current.db
    .selectFrom('ssh_key')
    .select(['name', 'last_used_at'])
    .where('user_id', '=', mei.id)
    .where('last_used_at', 'is not', null)
    .execute();
  expect(rows.map(({ name: used }) => used)).toEqual(['laptop']);
  client.destroy();
});

const signatureOf = (made: Buffer) => Buffer.concat([wireString('ssh-ed25519'), wireString(made)]);

it('makes nobody the one they failed to be: the user name stays, and the proof is its own', async () => {
  const guest = await keyHolder();
  const tries = [
    { type: 'password', username: 'admin@web', password: 'guess' },
    { type: 'password', username: `${guest.username}@web`, password: USER_PASSWORD },
  ];
  const authHandler = (_left: unknown, _partial: unknown, next: (method: unknown) => void) =>
    next(tries.shift() ?? false);
  await expect(door.connect('admin@web', { authHandler } as never)).rejects.toThrow('PROTOCOL_ERROR');
  expect(tries).toEqual([]);
  const again = [
    { type: 'password', username: `${guest.username}@web`, password: 'guess' },
    { type: 'password', username: `${guest.username}@web`, password: USER_PASSWORD },
  ];
  const client = await door.connect(`${guest.username}@web`, {
    authHandler: (_left: unknown, _partial: unknown, next: (method: unknown) => void) =>
      next(again.shift() ?? false),
  } as never);
  await execOn(client, 'say who');
  const { user_id } = await server.current.db
    .selectFrom('session')
    .select('user_id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(user_id).toBe(guest.id);
});

/** Signs in with the key, and answers what is asked for. */
function connectWithCode(mei: KeyHolder, answer: () => Promise<string>): Promise<ssh2.Client> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client();
    client.on('keyboard-interactive', (_name, about, _language, prompts, give) => {
      asked.push(...prompts.map(({ prompt }) => prompt), ...(about === '' ? [] : [about]));
      if (prompts.length === 0) {
        give([]);
      } else {
        void answer().then((code) => give([code]));
      }
    });
    client.once('ready', () => resolve(client));
    client.on('error', reject);
    client.on('close', () => reject(new Error('closed')));
    const { key: privateKey } = mei;
    const username = `${mei.username}@web`;
    client.connect({ host: '127.0.0.1', port: door.port, username, privateKey, tryKeyboard: true });
  });
}
const asked: string[] = [];

it('asks for the second factor whatever is to be opened, with a key as with a password', async () => {
  const mei = await keyHolder();
  const { code } = await enrol(server.current, mei.token);
  const name = `${mei.username}@web`;
  // Neither is enough, and so there is no channel of any kind.
  await expect(door.connect(name, { privateKey: mei.key })).rejects.toThrow('methods failed');
  await expect(door.connect(name, { password: USER_PASSWORD })).rejects.toThrow('methods failed');
  asked.length = 0;
  const client = await connectWithCode(mei, async () => code());
  expect(asked).toEqual([expect.stringContaining('兩步驟')]);
  expect(await execOn(client, 'say hello')).toMatchObject({ output: 'hello\n' });
  client.destroy();
});

it('asks whose second factor is a passkey beside a key, too: there they have recovery codes', async () => {
  const mei = await keyHolder();
  const { recoveryCodes } = await new PasskeyKit(server, 'https://gate.example')
    .add(mei.token)
    .then(({ data }) => data);
  await expect(door.connect(`${mei.username}@web`, { privateKey: mei.key })).rejects.toThrow(
    'methods failed',
  );
  const client = await connectWithCode(mei, async () => recoveryCodes[0] ?? '');
  expect(await execOn(client, 'say hello')).toMatchObject({ output: 'hello\n' });
  client.destroy();
});

it.each([
  ['session', []],
  ['direct-tcpip', ['127.0.0.1', 22, '127.0.0.1', 1]],
  ['direct-streamlocal@openssh.com', ['/run/x', '', 0]],
])('opens no channel while the second factor is owed (%s)', async (kind, fields) => {
  const mei = await keyHolder();
  await enrol(server.current, mei.token);
  const client = await HostileSshClient.connect(door.port);
  client.tryPassword(`${mei.username}@web`, USER_PASSWORD);
  const answer = await client.hear(MESSAGE.authFailure);
  // Right as far as it went.
  expect(answer?.at(-1)).toBe(1);
  expect(await client.open(kind, { fields })).toBe('closed');
});

it('asks again what the first proof is worth when the second comes', async () => {
  const mei = await keyHolder();
  const { code } = await enrol(server.current, mei.token);
  const removing = connectWithCode(mei, async () => {
    await server.current.db.deleteFrom('ssh_key').where('user_id', '=', mei.id).execute();
    return code();
  });
  await expect(removing).rejects.toThrow('methods failed');
});

/** Somebody at a terminal who gives no password, and is shown where to go and what to type there. */
function askedToApprove(username: string) {
  const client = new ssh2.Client();
  const connected = new Promise<boolean>((resolve) => {
    client.once('ready', () => resolve(true));
    client.once('error', () => resolve(false));
    client.once('close', () => resolve(false));
  });
  const shown = new Promise<{ id: string; code: string }>((resolve) =>
    client.on('keyboard-interactive', (_name, _about, _language, [prompt], give) => {
      const [, id = '', code = ''] = /id=(\S+)\n\S+ (\S{6}) /.exec(prompt?.prompt ?? '') ?? [];
      if (code !== '') {
        resolve({ id, code });
      }
      give(['']);
    }),
  );
  client.connect({ host: '127.0.0.1', port: door.port, username, tryKeyboard: true });
  return { client, connected, shown };
}

it('lets in who approves it in the console, and withdraws what nobody waits for any more', async () => {
  const mei = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
  const { client, connected, shown } = askedToApprove(`${mei.username}@web`);
  const { id, code } = await shown;
  const call = (path: string, body: object) =>
    server.current.call('POST', `/account/ssh-approvals/${path}`, { token: mei.token, body });
  expect(await call(`${id}/approve`, { code })).toMatchObject({ code: 1, data: { assetName: 'web' } });
  expect(await connected).toBe(true);
  expect(await execOn(client, 'say hello')).toMatchObject({ output: 'hello\n' });
  client.destroy();
  const leaving = askedToApprove(mei.username);
  const left = await leaving.shown;
  leaving.client.destroy();
  await until(async () =>
    expect(await call(`${left.id}/approve`, { code: left.code })).toMatchObject({
      error: 'ssh_approval.not_found',
    }),
  );
  // What is refused is told, as to everybody, and nobody is let in.
  const refused = askedToApprove(mei.username);
  await call(`${(await refused.shown).id}/refuse`, {});
  expect(await refused.connected).toBe(false);
  const nobody = askedToApprove('nobody-at-all@web');
  expect(await nobody.shown).toMatchObject({ code: expect.stringMatching(/^\w{6}$/) });
  nobody.client.destroy();
});
