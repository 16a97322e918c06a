// Real clients of Debian at the door, and a real sshd behind it.
import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { SYSTEM_CALLER, type Actor } from '../../../kernel/actor.ts';
import { AssetKit } from '../../../testing/assets.ts';
import { SSHD } from '../../../testing/many-hosts.ts';
import { NativeSshKit } from '../../../testing/native-ssh-kit.ts';
import { isSoak, shortOrSoak } from '../../../testing/soak.ts';
import { CLIENT_MS, SshClients, type ClientLogin, type Ran } from '../../../testing/ssh-clients.ts';
import { ADMIN_PASSWORD } from '../../../testing/test-database.ts';
import { USER_PASSWORD, useTestServer } from '../../../testing/test-server.ts';
import { until } from '../../../testing/until.ts';

const server = useTestServer({ takesSsh: true });
const assets = new AssetKit(server);
const door = new NativeSshKit(server);
const clients = new SshClients(door);
const SIZE = 700_001;

/** Somebody who may do everything with files there, and somebody who may only look. */
const free = { user: 'admin@files1', password: ADMIN_PASSWORD };
const looker = { user: '', password: USER_PASSWORD };
let root = '';
let here = '';
let there = '';

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const shaOf = async (path: string) => sha(await readFile(path));

/** Says what the client said. */
function expectDone({ code, output, errors }: Ran): void {
  expect(code === 0 ? '' : `${code}: ${errors}${output}`).toBe('');
}

/** Entries of the log about files of this test, oldest first. */
async function logged() {
  const rows = await server.current.db
    .selectFrom('storage_log')
    .select(['action', 'file_name', 'result', 'bytes', 'checksum'])
    .where('file_name', 'like', `%${there}%`)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, file_name: row.file_name.replaceAll(there, '') }));
}

async function madeFile(path: string): Promise<string> {
  const bytes = randomBytes(SIZE);
  await writeFile(path, bytes);
  return sha(bytes);
}

beforeAll(async () => {
  await assets.login();
  root = await mkdtemp(join(tmpdir(), 'jadegate-clients-'));
  await chmod(root, 0o777);
  const { id } = await assets.created({ ...SSHD, ip: '127.0.0.1', name: 'files1' });
  const call = (url: string, body?: object) =>
    server.current.call('POST', url, { token: assets.token, ...(body && { body }) });
  await call(`/assets/${id}/tcping`);
  const person = await server.current.seedUser();
  await call('/authorised/users', { userIds: [person.id], assetId: id });
  looker.user = `${person.username}@files1`;
  await clients.learnHostKey();
}, CLIENT_MS);
afterAll(() => rm(root, { recursive: true, force: true }));
beforeEach(async () => {
  const folder = await mkdtemp(join(root, 'case-'));
  [here, there] = [join(folder, 'here'), join(folder, 'there')];
  clients.home = here;
  await mkdir(here);
  await mkdir(there);
  await chmod(folder, 0o777);
  await chmod(there, 0o777);
});

type Transfer = (who: ClientLogin, from: string, to: string) => Promise<Ran>;

const CLIENTS: Record<string, { put: Transfer; get: Transfer; isWhole?: false }> = {
  'OpenSSH sftp': {
    put: (who, from, to) => clients.sftp(who, `put ${from} ${to}`),
    get: (who, from, to) => clients.sftp(who, `get ${from} ${to}`),
  },
  'scp over SFTP': {
    put: (who, from, to) => clients.scp(who, from, `:${to}`, '-p'),
    get: (who, from, to) => clients.scp(who, `:${from}`, to),
  },
  'scp as it was': {
    put: (who, from, to) => clients.scp(who, from, `:${to}`, '-O'),
    get: (who, from, to) => clients.scp(who, `:${from}`, to, '-O', '-p'),
  },
  rsync: {
    put: (who, from, to) => clients.rsync(who, '-tc', from, `:${to}`),
    get: (who, from, to) => clients.rsync(who, '-tc', `:${from}`, to),
    isWhole: false,
  },
  lftp: {
    put: (who, from, to) => clients.lftp(who, `put ${from} -o ${to}`),
    get: (who, from, to) => clients.lftp(who, `get ${from} -o ${to}`),
  },
  psftp: {
    put: (who, from, to) => clients.psftp(who, `put ${from} ${to}`),
    get: (who, from, to) => clients.psftp(who, `get ${from} ${to}`),
  },
  curl: {
    put: (who, from, to) => clients.curl(who, to, '-T', from),
    get: (who, from, to) => clients.curl(who, from, '-o', to),
  },
  Paramiko: {
    put: (who, from, to) => clients.paramiko(who, `s.put('${from}', '${to}')`),
    // With its prefetch it reads most of a file twice when answers overtake the thread that asks: then there is no one sum.
    get: (who, from, to) => clients.paramiko(who, `s.get('${from}', '${to}', prefetch=False)`),
  },
};

/** One for each way in which files move. */
const REFUSED_IN_SHORT = new Set(['OpenSSH sftp', 'scp as it was', 'rsync']);

describe.each(Object.entries(CLIENTS))('%s', (name, { put, get, isWhole = true }) => {
  it(
    'brings and fetches files that stand in the log with their sums',
    async () => {
      const sum = await madeFile(join(here, 'a'));
      expectDone(await put(free, join(here, 'a'), join(there, 'b')));
      expect(await shaOf(join(there, 'b'))).toBe(sum);
      expectDone(await get(free, join(there, 'b'), join(here, 'c')));
      expect(await shaOf(join(here, 'c'))).toBe(sum);
      const expected = isWhole ? { bytes: SIZE, checksum: sum } : { checksum: '' };
      await until(async () =>
        expect(await logged()).toMatchObject([
          { action: 'upload', result: 'success', ...expected },
          { action: 'download', result: 'success', ...expected },
        ]),
      );
    },
    CLIENT_MS,
  );

  // The others speak SFTP as well, where each request is judged by itself: `sftp/relay.test.ts`.
  it.runIf(isSoak || REFUSED_IN_SHORT.has(name))(
    'does neither for whoever may only look',
    async () => {
      const sum = await madeFile(join(there, 'b'));
      await writeFile(join(here, 'a'), 'x');
      expect((await put(looker, join(here, 'a'), join(there, 'b'))).code).not.toBe(0);
      expect((await put(looker, join(here, 'a'), join(there, 'new'))).code).not.toBe(0);
      expect(await shaOf(join(there, 'b'))).toBe(sum);
      await get(looker, join(there, 'b'), join(here, 'c'));
      // Some make the file before they ask for its bytes.
      expect(await readFile(join(here, 'c')).catch(() => Buffer.alloc(0))).toHaveLength(0);
      await until(async () =>
        expect((await logged()).filter(({ result }) => result === 'success')).toEqual([]),
      );
    },
    CLIENT_MS,
  );
});

it(
  'trees go over by scp, rsync and sshfs, with what a strategy allows of them',
  async () => {
    await mkdir(join(here, 'tree/below'), { recursive: true });
    const sum = await madeFile(join(here, 'tree/below/a b'));
    expectDone(await clients.scp(free, join(here, 'tree'), `:${there}`, '-O', '-r'));
    expect(await shaOf(join(there, 'tree/below/a b'))).toBe(sum);
    expectDone(await clients.rsync(free, '-a', '--delete', join(here, 'tree/'), `:${there}/copy`));
    expect(await shaOf(join(there, 'copy/below/a b'))).toBe(sum);
    expect((await clients.rsync(looker, '-a', `:${there}/copy`, here)).errors).toContain('下載檔案');
    expect((await logged()).map(({ action, file_name }) => `${action} ${file_name}`)).toEqual([
      'upload /tree/below/a b',
      'upload /copy',
      'download /copy',
    ]);
    const mounted = join(here, 'mounted');
    await mkdir(mounted);
    expectDone(await clients.sshfs(free, there, mounted));
    try {
      await writeFile(join(mounted, 'c'), 'through the mount');
      await rename(join(mounted, 'c'), join(mounted, 'd'));
      expect(await readFile(join(there, 'd'), 'utf8')).toBe('through the mount');
      expect(await shaOf(join(mounted, 'copy/below/a b'))).toBe(sum);
    } finally {
      await clients.run(free, 'fusermount3', '-u', mounted);
    }
  },
  CLIENT_MS,
);

it(
  'commands of ssh, plink and Paramiko pass unchanged, also several on one connection',
  async () => {
    const failing = await clients.ssh(free, 'printf out; printf err >&2; exit 7');
    expect(failing).toEqual({ code: 7, output: 'out', errors: 'err' });
    expect(await clients.plink(free, 'printf out')).toMatchObject({ code: 0, output: 'out' });

    const socket = ['-o', `ControlPath=${join(here, 'control')}`];
    const master = clients.ssh(free, ...socket, '-MN');
    await until(() => access(join(here, 'control')));
    const again = await clients.run(free, 'ssh', ...socket, `${free.user}@127.0.0.1`, 'printf again');
    expect(again).toEqual({ code: 0, output: 'again', errors: '' });
    const before = await countSessions();
    await writeFile(join(here, 'a'), 'over one connection');
    expectDone(
      await clients.run(free, 'scp', ...socket, join(here, 'a'), `${free.user}@127.0.0.1:${there}/a`),
    );
    expect(await readFile(join(there, 'a'), 'utf8')).toBe('over one connection');
    expect(await countSessions()).toBe(before);
    await clients.run(free, 'ssh', ...socket, '-O', 'exit', `${free.user}@127.0.0.1`);
    await master;

    const terminal = await clients.ssh(free, '-tt', 'test -t 0 && test -t 1 && stty size; exit 4');
    expect([terminal.code, terminal.output]).toEqual([4, '24 80\r\n']);
    const asked = "i, o, e = c.exec_command('cat; printf err >&2; exit 6')";
    const said = [asked, "i.write('in')", 'i.channel.shutdown_write()', 'print(o.read(), e.read())'];
    const ran = await clients.paramiko(free, ...said, 'print(o.channel.recv_exit_status())');
    expect(ran).toEqual({ code: 0, output: "b'in' b'err'\n6\n", errors: '' });
  },
  CLIENT_MS,
);

it(
  'a play of Ansible is one session for each host',
  async () => {
    const names = Array.from({ length: shortOrSoak(3, 20) }, (_, index) => `play${index + 1}`);
    for (const name of names) {
      const { id } = await assets.created({ ...SSHD, ip: '127.0.0.1', name });
      await server.current.call('POST', `/assets/${id}/tcping`, { token: assets.token });
    }
    const variables = [
      'ansible_host=127.0.0.1',
      `ansible_port=${door.port}`,
      `ansible_password='${free.password}'`,
      'ansible_python_interpreter=/usr/bin/python3',
    ].join(' ');
    const hosts = names.map((name) => `${name} ansible_user=admin@${name} ${variables}`);
    await writeFile(join(here, 'hosts'), `${hosts.join('\n')}\n`);
    await writeFile(join(here, 'a'), 'over one connection');
    const play = {
      hosts: 'all',
      gather_facts: false,
      tasks: [
        { ping: {} },
        { copy: { src: join(here, 'a'), dest: `${there}/{{ inventory_hostname }}` } },
        { command: `cat ${there}/{{ inventory_hostname }}` },
      ],
    };
    await writeFile(join(here, 'play.yml'), JSON.stringify([play]));
    const before = await countSessions();
    const { code, output, errors } = await clients.run(
      free,
      'ansible-playbook',
      '-f',
      '20',
      '-i',
      join(here, 'hosts'),
      join(here, 'play.yml'),
    );
    expect(code === 0 ? '' : `${output}${errors}`).toBe('');
    expect(await Promise.all(names.map((name) => readFile(join(there, name), 'utf8')))).toEqual(
      names.map(() => 'over one connection'),
    );
    expect(await countSessions()).toBe(before + names.length);
  },
  CLIENT_MS * 2,
);

async function countSessions(): Promise<number> {
  return (await server.current.db.selectFrom('session').select('id').execute()).length;
}

it(
  'whoever names no asset sees a folder for each, and their storage spaces',
  async () => {
    const person = { ...free, user: 'admin' };
    const sum = await madeFile(join(here, 'a'));
    const name = (await server.current.services.storages.listVisible(await actor()))[0]?.name ?? '';
    const space = `storage/"${name}"`;
    const ran = await clients.sftp(
      person,
      'pwd',
      'ls -1 /',
      `put ${join(here, 'a')} /files1${there}/b`,
      `get /files1${there}/b ${join(here, 'c')}`,
      `rename /files1${there}/b /files1${there}/renamed`,
      `put ${join(here, 'a')} ${space}/a`,
      `mkdir ${space}/new`,
      `rename ${space}/a ${space}/new/b`,
      `ls -l ${space}/new`,
      `get ${space}/new/b ${join(here, 'd')}`,
      `-rmdir ${space}/new`,
      `rm ${space}/new/b`,
      `rmdir ${space}/new`,
      `-put ${join(here, 'a')} /nowhere/b`,
    );
    expectDone(ran);
    expect(ran.output).toContain('Remote working directory: /\n');
    expect(ran.output).toContain('/files1');
    expect(await shaOf(join(there, 'renamed'))).toBe(sum);
    expect(await shaOf(join(here, 'c'))).toBe(sum);
    expect(await shaOf(join(here, 'd'))).toBe(sum);
    expect((await logged()).map(({ action }) => action)).toEqual(['upload', 'download', 'rename']);
    const inSpace = await server.current.db
      .selectFrom('storage_log')
      .select(['action', 'result', 'checksum'])
      .where('storage_name', '=', name)
      .orderBy('id')
      .execute();
    const done = { result: 'success' };
    expect(inSpace).toMatchObject([
      { action: 'upload', checksum: sum, ...done },
      { action: 'mkdir', ...done },
      { action: 'rename', ...done },
      { action: 'download', checksum: sum, ...done },
      { action: 'rm', ...done },
      { action: 'rm', ...done },
    ]);
  },
  CLIENT_MS,
);

async function actor(): Promise<Actor> {
  const { id, username } = await server.current.db
    .selectFrom('user')
    .select(['id', 'username'])
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  return { ...SYSTEM_CALLER, userId: id, username, loginId: undefined };
}
