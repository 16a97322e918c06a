import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duplexPair, type Duplex } from 'node:stream';

import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import type { StrategyFlag } from '@jadegate/contract/access/strategy';
import { LIMITS } from '@jadegate/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  ALL_FLAGS,
  filesOver,
  flagsOf,
  getFile,
  putFile,
  rawClient,
  RawSftpClient,
  startRelay,
  startSftpServer,
} from '../../../testing/sftp-rig.ts';
import { until } from '../../../testing/until.ts';
import { HAS, OPEN, packet, PacketReader, STATUS, text, TYPE, type Field } from '../../ssh/sftp-packet.ts';

let root = '';
let folder = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'jadegate-relay-'));
  await chmod(root, 0o777);
});
afterAll(() => rm(root, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'case-'));
  await chmod(folder, 0o777);
});

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const relayed = (flags: AccessFlags, target: Duplex = startSftpServer(folder)) => startRelay(flags, target);

describe('what is done', () => {
  it('goes over unchanged, and stands in the log with its sum', async () => {
    const rig = relayed(ALL_FLAGS);
    const sftp = await filesOver(rig);
    const bytes = randomBytes(3_000_017);
    const path = join(folder, 'größe 檔');
    await putFile(sftp, path, bytes);
    expect(sha(await readFile(path))).toBe(sha(bytes));
    expect(sha(await getFile(sftp, path))).toBe(sha(bytes));
    await sftp.mkdir(join(folder, 'new'));
    await sftp.rename(path, join(folder, 'new', 'b'));
    await sftp.chmod(join(folder, 'new', 'b'), 0o640);
    await sftp.symlink('b', join(folder, 'new', 'link'));
    await sftp.removeFile(join(folder, 'new', 'b'));
    const sum = { bytes: bytes.length, checksum: sha(bytes), isDone: true };
    const done = { isDone: true };
    expect(rig.lines).toEqual([
      { action: 'upload', fileName: path, ...sum },
      { action: 'download', fileName: path, ...sum },
      { action: 'mkdir', fileName: join(folder, 'new'), ...done },
      { action: 'rename', fileName: `${path} → ${folder}/new/b`, ...done },
      { action: 'chmod', fileName: `${folder}/new/b → 0640`, ...done },
      { action: 'link', fileName: `${folder}/new/link → ${folder}/b`, ...done },
      { action: 'rm', fileName: `${folder}/new/b`, ...done },
    ]);
    expect(rig.relay.traffic).toEqual({ input: bytes.length, output: bytes.length });
  });

  it('has no sum where it is a part, or came in another order', async () => {
    const rig = relayed(ALL_FLAGS);
    const sftp = await filesOver(rig);
    const path = join(folder, 'f');
    await writeFile(path, randomBytes(100_000));
    expect(await getFile(sftp, path, 50_000)).toHaveLength(50_000);
    const whole = await sftp.openFile(path, 'read');
    await sftp.readAt(whole, 0, 10_000);
    await sftp.closeFile(whole);
    const out = await sftp.openFile(join(folder, 'g'), 'overwrite');
    await sftp.writeAt(out, 10, [Buffer.from('later')]);
    await sftp.writeAt(out, 0, [Buffer.from('0123456789')]);
    await sftp.closeFile(out);
    expect(rig.lines.map(({ action, bytes, checksum }) => ({ action, bytes, checksum }))).toEqual([
      { action: 'download', bytes: 50_000, checksum: '' },
      { action: 'download', bytes: 10_000, checksum: '' },
      { action: 'upload', bytes: 15, checksum: '' },
    ]);
  });

  it('has the sum of a file that is written in place and ends where its bytes do', async () => {
    const rig = relayed(ALL_FLAGS);
    const client = await rawClient(rig);
    const path = Buffer.from(join(folder, 'f'));
    await writeFile(path, 'longer than what comes');
    await chmod(path, 0o666);
    const opened = await client.ask(TYPE.open, [1, path, OPEN.write | OPEN.create, 0]);
    const handle = Buffer.from(opened.reader.bytes());
    await client.ask(TYPE.write, [2, handle, 0n, Buffer.from('short')]);
    await client.ask(TYPE.fsetstat, [3, handle, HAS.size, 5n]);
    expect(await client.code(TYPE.close, [4, handle])).toBe(STATUS.ok);
    expect(await readFile(path, 'utf8')).toBe('short');
    expect(rig.lines).toMatchObject([{ action: 'upload', bytes: 5, checksum: sha(Buffer.from('short')) }]);
  });

  it('is not done when the client is gone before the end', async () => {
    const rig = relayed(ALL_FLAGS);
    const sftp = await filesOver(rig);
    const handle = await sftp.openFile(join(folder, 'f'), 'overwrite');
    await sftp.writeAt(handle, 0, [Buffer.from('half')]);
    rig.side.destroy();
    rig.relay.close();
    await rig.relay.done;
    expect(rig.lines).toMatchObject([{ action: 'upload', bytes: 4, isDone: false }]);
  });

  it.each([
    ['all of it', 9, true],
    ['a part', 8, false],
  ])(
    'is as done as it is whole when the client leaves with %s, and closes nothing',
    async (_what, length, isDone) => {
      const rig = relayed(ALL_FLAGS);
      const client = await rawClient(rig);
      const path = join(folder, 'f');
      await writeFile(path, 'nine byte');
      const { reader } = await client.ask(TYPE.open, [1, Buffer.from(path), OPEN.read, 0]);
      // As lftp does it, which knows how large the file is and asks for no more.
      await client.ask(TYPE.read, [2, Buffer.from(reader.bytes()), 0n, length]);
      rig.side.destroy();
      rig.relay.close();
      await rig.relay.done;
      const checksum = isDone ? sha(Buffer.from('nine byte')) : '';
      expect(rig.lines).toMatchObject([{ action: 'download', bytes: length, isDone, checksum }]);
    },
  );

  it('names files by bytes, and relative ones by where the login begins', async () => {
    const rig = relayed(ALL_FLAGS);
    const client = await rawClient(rig);
    expect(await client.code(TYPE.mkdir, [1, Buffer.from([0x61, 0xff]), 0])).toBe(STATUS.ok);
    expect(rig.lines).toMatchObject([{ fileName: `${folder}/a\uf7ff`, isDone: true }]);
  });
});

describe('what a strategy does not allow', () => {
  const FILE = 'file';

  it.each<[string, StrategyFlag[], number, (path: Buffer) => Field[], string]>([
    ['reading', ['upload', 'edit'], TYPE.open, (path) => [1, path, OPEN.read, 0], 'download'],
    ['reading without saying so', ['upload', 'edit'], TYPE.open, (path) => [1, path, 0, 0], 'download'],
    ['writing', ['download'], TYPE.open, (path) => [1, path, OPEN.write, 0], 'upload'],
    [
      'emptying by reading',
      ['download'],
      TYPE.open,
      (path) => [1, path, OPEN.read | OPEN.truncate, 0],
      'upload',
    ],
    [
      'making a folder',
      ['upload'],
      TYPE.mkdir,
      (path) => [1, Buffer.concat([path, text('x')]), 0],
      'createDir',
    ],
    ['removing', ['upload', 'rename'], TYPE.remove, (path) => [1, path], 'delete'],
    ['removing a folder', ['upload', 'rename'], TYPE.rmdir, (path) => [1, path], 'delete'],
    ['renaming', ['upload', 'delete'], TYPE.rename, (path) => [1, path, text('/x')], 'rename'],
    ['permissions', ['upload'], TYPE.setstat, (path) => [1, path, HAS.permissions, 0o777], 'edit'],
    ['the size', ['download'], TYPE.setstat, (path) => [1, path, HAS.size, 0n], 'upload'],
    ['links', ['download'], TYPE.symlink, (path) => [1, path, text('/x')], 'upload'],
    [
      'replacing by a new name',
      ['rename'],
      TYPE.extended,
      (path) => [1, text('posix-rename@openssh.com'), path, path],
      'delete',
    ],
  ])('%s is answered here, with what is missing', async (_what, held, type, fields, missing) => {
    const rig = relayed(flagsOf(...held));
    const path = join(folder, FILE);
    await writeFile(path, 'as it was');
    const client = await rawClient(rig);
    const reply = await client.ask(type, fields(Buffer.from(path)));
    expect(reply.type).toBe(TYPE.status);
    expect(reply.reader.uint32()).toBe(STATUS.permission);
    expect(reply.reader.bytes().toString()).toBe(`refused: ${missing}`);
    expect(rig.lines).toMatchObject([{ isDone: false }]);
    expect(await readFile(path, 'utf8')).toBe('as it was');
  });

  it('ends a transfer on its way', async () => {
    const rig = relayed(ALL_FLAGS);
    const sftp = await filesOver(rig);
    const path = join(folder, FILE);
    const out = await sftp.openFile(path, 'overwrite');
    await sftp.writeAt(out, 0, [Buffer.from('one')]);
    rig.allow(flagsOf('download'));
    await expect(sftp.writeAt(out, 3, [Buffer.from('two')])).rejects.toMatchObject({ kind: 'permission' });
    await sftp.closeFile(out);
    expect(await readFile(path, 'utf8')).toBe('one');
    const source = await sftp.openFile(path, 'read');
    rig.allow(flagsOf());
    await expect(sftp.readAt(source, 0, 3)).rejects.toMatchObject({ kind: 'permission' });
  });

  it('leaves whoever may edit what the editor of the console can do', async () => {
    const rig = relayed(flagsOf('edit'));
    const sftp = await filesOver(rig);
    const path = join(folder, FILE);
    await putFile(sftp, path, Buffer.from('small'));
    const out = await sftp.openFile(path, 'overwrite');
    const beyond = sftp.writeAt(out, LIMITS.editBytes, [Buffer.from('x')]);
    await expect(beyond).rejects.toMatchObject({ kind: 'permission' });
    expect(rig.lines[0]).toMatchObject({ action: 'edit', checksum: sha(Buffer.from('small')) });
  });

  it('lets whoever brings a file set its times and permissions, and those of no other', async () => {
    const rig = relayed(flagsOf('upload', 'rename'));
    const sftp = await filesOver(rig);
    const [mine, other] = [join(folder, 'mine'), join(folder, 'other')];
    await writeFile(other, '');
    await putFile(sftp, mine, Buffer.from('x'));
    await sftp.chmod(mine, 0o600);
    expect((await stat(mine)).mode & 0o777).toBe(0o600);
    await expect(sftp.chmod(other, 0o600)).rejects.toMatchObject({ kind: 'permission' });
    await sftp.rename(mine, join(folder, 'away'));
    await sftp.rename(other, mine);
    await expect(sftp.chmod(mine, 0o600)).rejects.toMatchObject({ kind: 'permission' });
  });
});

describe('what is not understood', () => {
  it('is not passed on: unknown requests, extensions, handles, and requests with something behind them', async () => {
    const rig = relayed(ALL_FLAGS);
    const client = await rawClient(rig);
    const path = Buffer.from(join(folder, 'new'));
    expect(await client.code(99, [1, path])).toBe(STATUS.unsupported);
    expect(await client.code(TYPE.extended, [2, text('copy-file@example.org'), path])).toBe(
      STATUS.unsupported,
    );
    expect(await client.code(TYPE.extended, [2, text('constructor'), path])).toBe(STATUS.unsupported);
    expect(await client.code(TYPE.read, [3, text('nobody'), 0n, 10])).toBe(STATUS.failure);
    expect(await client.code(TYPE.write, [4, text('nobody'), 0n, text('bytes')])).toBe(STATUS.failure);
    expect(await client.code(TYPE.mkdir, [5, path, 0, 1])).toBe(STATUS.badMessage);
    expect(await client.code(TYPE.mkdir, [6, Buffer.from('a\0b'), 0])).toBe(STATUS.badMessage);
    expect(await client.code(TYPE.open, [7, path, 0x40 | OPEN.read, 0])).toBe(STATUS.badMessage);
    expect(await client.code(TYPE.lstat, [8, path])).toBe(STATUS.notFound);
    expect(rig.lines).toEqual([]);
  });

  it('tells of the extensions that pass and of no other', async () => {
    const rig = relayed(ALL_FLAGS);
    const client = new RawSftpClient(rig.side);
    client.send(packet(TYPE.init, [6]));
    const reader = new PacketReader(await client.next(), 5);
    expect(reader.uint32()).toBe(3);
    const names: string[] = [];
    while (!reader.isAtEnd) {
      names.push(reader.bytes().toString());
      reader.bytes();
    }
    expect(names).toContain('limits@openssh.com');
    expect(names).not.toContain('users-groups-by-id@openssh.com');
  });

  it('waits for answers before it takes more than 64 requests', async () => {
    const [target, far] = duplexPair();
    const rig = relayed(ALL_FLAGS, target);
    let asked = 0;
    far.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at)) {
        const [type, id] = [bytes[at + 4], bytes.readUInt32BE(at + 5)];
        asked += type === TYPE.lstat ? 1 : 0;
        if (type === TYPE.init) {
          far.write(packet(TYPE.version, [3]));
        } else if (type === TYPE.realpath) {
          far.write(packet(TYPE.name, [id, 1, text('/home'), text(''), 0]));
        }
      }
    });
    const client = await rawClient(rig);
    for (let id = 1; id <= 200; id++) {
      client.send(packet(TYPE.lstat, [id, text('/f')]));
    }
    await until(() => expect(asked).toBe(64));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked).toBe(64);
    far.write(packet(TYPE.status, [1, STATUS.notFound, text(''), text('')]));
    await until(() => expect(asked).toBe(65));
  });
});
