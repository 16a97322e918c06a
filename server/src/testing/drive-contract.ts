import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import { LIMITS } from '@jadegate/contract/limits';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { newId } from '../kernel/id.ts';
import { createLogger } from '../kernel/logger.ts';
import type { FileTree } from '../protocols/files/file-tree.ts';
import { writePipelined } from '../protocols/files/transfer.ts';
import { SessionDriveService } from '../session/session-drive/session-drive.service.ts';
import type { SessionRecord } from '../session/session/session-kind.ts';
import { StorageKit } from './storage-kit.ts';
import type { TestServer } from './test-server.ts';

// A look that took its time is followed by a rest that is twenty times as long.
const PATIENT = { timeout: 60_000, interval: 10 };
const EVERYTHING: AccessFlags = {
  upload: true,
  download: true,
  delete: true,
  rename: true,
  edit: true,
  createDir: true,
  copy: true,
  paste: true,
};
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function put(files: FileTree, path: string, bytes: Uint8Array): Promise<void> {
  const handle = await files.openFile(path, 'create');
  const source = (async function* () {
    yield bytes;
  })();
  try {
    await writePipelined(files, handle, source, { path, offset: 0, onBytes: () => undefined });
  } finally {
    await files.closeFile(handle);
  }
}

const GO_DEEP = `
import os, sys
os.chdir(sys.argv[1])
for _ in range(int(sys.argv[2])):
    os.mkdir('d' * 60)
    os.chdir('d' * 60)
`;

/** Folders one in the other, by somebody who needs no paths for it: 70 of them are further than the system takes a path for. */
export async function goDeep(folder: string, depth: number): Promise<void> {
  await promisify(execFile)('python3', ['-c', GO_DEEP, folder, String(depth)]);
}

/** Drives on a space that lies on disk or in S3. The remote machine is whoever writes into the folder that guacd gets. */
export function describeDrives(
  where: string,
  server: { readonly current: TestServer },
  { isOnDisk }: { isOnDisk: boolean },
): void {
  const kit = new StorageKit(server);
  const services: SessionDriveService[] = [];
  /** What is moved into the space lies in a folder of its own. */
  const ownFolder = isOnDisk ? 0 : LIMITS.folderBytes;
  beforeAll(() => kit.start());
  afterEach(async () => {
    await Promise.all(services.splice(0).map((one) => one.close()));
  });

  function drives({ processId = 'this', dead = [] as string[], attributes = {} } = {}) {
    const now = { flags: EVERYTHING };
    const { storageDrives, storageLogs } = server.current.services;
    const service = new SessionDriveService({
      dataDir: server.current.dataDir,
      storageDrives,
      storageLogs,
      logger: createLogger('silent'),
      access: { decide: async () => now as never },
      processes: {
        id: processId,
        register: async () => undefined,
        listDead: async () => new Map(dead.map((id) => [id, undefined])),
      },
      attributes: async () => ({ 'enable-drive': 'true', ...attributes }),
      guacdReach: async () => ({ isHere: true, group: undefined }),
      everyMs: 15,
    });
    services.push(service);
    return { service, now };
  }

  async function opened(
    flags: Partial<AccessFlags> = {},
    { limit = -1, ...options }: { limit?: number; processId?: string } = {},
  ) {
    const person = await kit.person(limit);
    const { service, now } = drives(options);
    service.startLooking();
    const id = newId();
    const record = {
      id,
      user_id: person.id,
      user_name: person.username,
      asset_id: newId(),
      asset_name: '會計 web/01',
      storage_id: person.space,
      created_at: Date.UTC(2026, 10, 16, 9, 30, 12),
    } as SessionRecord;
    const told: string[] = [];
    const drive = await service.open({
      record,
      flags: { ...EVERYTHING, ...flags },
      person: () => ({ language: 'en' }) as never,
      tell: (text) => told.push(text),
    });
    if (!drive) {
      throw new Error('there is no drive');
    }
    const logs = async () =>
      (await kit.logs({ sessionId: id }))
        .map(({ action, fileName, result }) => `${action} ${fileName} ${result}`)
        .toSorted();
    /** Where in the space the files of the drive are found. */
    const inSpace = isOnDisk && flags.upload !== false ? '' : '/會計 web_01 2026-11-16 093012';
    return {
      ...person,
      id,
      folder: basename(dirname(drive.path)),
      drive,
      service,
      told,
      logs,
      now,
      inSpace,
      remote: (path: string) => join(drive.path, path),
    };
  }

  const leftovers = () => readdirSync(join(server.current.dataDir, 'drives'));
  const inTheSpace = async (
    { token, space, inSpace }: { token: string; space: string; inSpace: string },
    file: string,
  ) => (await kit.read(token, space, `${inSpace}${file}`)).rawPayload;

  describe(`a drive on a space (${where})`, () => {
    it('keeps what the remote machine writes, written down with its checksum, and leaves nothing behind', async () => {
      const one = await opened();
      const bytes = randomBytes(300_000);
      await writeFile(one.remote('報表 2026.bin'), bytes);
      await expect.poll(one.logs, PATIENT).toEqual(['upload /報表 2026.bin success']);
      expect(await kit.logs({ sessionId: one.id })).toMatchObject([
        { userId: one.space, bytes: bytes.length, checksum: sha(bytes) },
      ]);
      const files = await one.drive.files();
      expect((await files.list('/')).map(({ name, size }) => [name, size])).toEqual([
        ['報表 2026.bin', bytes.length],
      ]);
      await one.drive.close();
      expect(sha(await inTheSpace(one, '/報表 2026.bin'))).toBe(sha(bytes));
      expect(await kit.used(one.space)).toBe(bytes.length + ownFolder);
      expect(leftovers()).not.toContain(one.folder);
    });

    it('has a name that nobody can guess, and a sweep leaves it alone while it is open', async () => {
      const [one, other] = [await opened(), await opened()];
      expect(one.folder).toMatch(/^[0-9a-f]{32}$/);
      expect(other.folder).not.toBe(one.folder);
      await one.service.sweep();
      expect(leftovers()).toContain(one.folder);
      await Promise.all([one.drive.close(), other.drive.close()]);
    });

    it('keeps what was written at the very end', async () => {
      const one = await opened();
      await writeFile(one.remote('last'), 'words');
      await one.drive.close();
      expect((await inTheSpace(one, '/last')).toString()).toBe('words');
      expect(await one.logs()).toEqual(['upload /last success']);
    });

    it('shows the remote machine what a person puts there, which is written down by whoever took it', async () => {
      const one = await opened();
      const bytes = randomBytes(200_000);
      const files = await one.drive.files();
      await put(files, '/.mine.part', bytes);
      await files.replace('/.mine.part', '/mine');
      expect(sha(await readFile(one.remote('mine')))).toBe(sha(bytes));
      await writeFile(one.remote('theirs'), 'x');
      await expect.poll(one.logs, PATIENT).toEqual(['upload /theirs success']);
      await one.drive.close();
      expect(sha(await inTheSpace(one, '/mine'))).toBe(sha(bytes));
      expect(await one.logs()).toEqual(['upload /theirs success']);
    });

    it('follows folders, new names and removals', async () => {
      const one = await opened();
      await mkdir(one.remote('d'));
      await writeFile(one.remote('d/a'), 'a');
      await expect.poll(one.logs, PATIENT).toEqual(['mkdir /d success', 'upload /d/a success']);
      await rename(one.remote('d/a'), one.remote('d/b'));
      await expect.poll(one.logs, PATIENT).toContain('rename /d/a → /d/b success');
      expect((await inTheSpace(one, '/d/b')).toString()).toBe('a');
      await rm(one.remote('d'), { recursive: true });
      await expect.poll(one.logs, PATIENT).toContain('rm /d success');
      await expect.poll(() => kit.used(one.space), PATIENT).toBe(ownFolder);
    });

    it('is closed, and the person told, when it holds more than the space may', async () => {
      const one = await opened({}, { limit: 1000 });
      await expect(put(await one.drive.files(), '/much', Buffer.alloc(1001))).rejects.toMatchObject({
        code: 'storage.quota',
      });
      await rm(one.remote('much'), { force: true });
      await writeFile(one.remote('more'), Buffer.alloc(2000));
      await expect.poll(() => one.told, PATIENT).toEqual([expect.stringContaining('over its limit')]);
      await expect(readFile(one.remote('more'))).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(one.drive.files()).rejects.toMatchObject({ code: 'file.drive_closed' });
    });

    it('is closed, and the person told, when its folders go too deep; it goes all the same', async () => {
      const one = await opened({ download: false });
      const files = await one.drive.files();
      await files.mkdir('/a');
      await files.mkdir('/a/b');
      const tooDeep = { code: 'storage.too_deep' };
      await expect(files.mkdir('/d'.repeat(65))).rejects.toMatchObject(tooDeep);
      await expect(files.openFile('/d'.repeat(65), 'create')).rejects.toMatchObject(tooDeep);
      await expect(files.rename('/a', '/d'.repeat(64))).rejects.toMatchObject(tooDeep);
      await goDeep(one.remote('a'), 70);
      await expect.poll(() => one.told, PATIENT).toEqual([expect.stringContaining('go too deep')]);
      await expect(one.drive.files()).rejects.toMatchObject({ code: 'file.drive_closed' });
      await one.drive.close();
      expect(leftovers()).not.toContain(one.folder);
    });

    it.runIf(isOnDisk)('is not opened again before what is too deep is gone', async () => {
      const one = await opened();
      await writeFile(one.remote('kept'), 'kept');
      await expect.poll(one.logs, PATIENT).toEqual(['upload /kept success']);
      await mkdir(one.remote('high'));
      await goDeep(one.remote('high'), 65);
      await expect.poll(() => one.told, PATIENT).toEqual([expect.stringContaining('go too deep')]);
      await one.drive.close();
      expect((await one.logs()).filter((line) => line.startsWith('rm '))).toEqual([]);
      const told: string[] = [];
      const record = { id: newId(), user_id: one.id, storage_id: one.space, created_at: 0, asset_name: '' };
      const again = await drives().service.open({
        record: record as SessionRecord,
        flags: EVERYTHING,
        person: () => ({ language: 'en' }) as never,
        tell: (text) => told.push(text),
      });
      expect([again, told]).toEqual([undefined, [expect.stringContaining('go too deep')]]);
      const rm = { body: { file: '/high' } };
      expect(await kit.call('POST', `/storages/${one.space}/rm`, one.token, rm)).toMatchObject({ code: 1 });
      expect(await kit.names(one.token, one.space)).toEqual(['kept']);
      expect(await kit.used(one.space)).toBe(4);
    });

    it('is closed, and the person told, when a right goes', async () => {
      const one = await opened();
      one.now.flags = { ...EVERYTHING, download: false };
      await expect.poll(() => one.told, PATIENT).toEqual([expect.stringContaining('no longer transfer')]);
      await expect(one.drive.files()).rejects.toMatchObject({ code: 'file.drive_closed' });
    });

    it('brings nothing out for whoever may only upload', async () => {
      const one = await opened({ download: false });
      await put(await one.drive.files(), '/in', Buffer.from('in'));
      expect(await readFile(one.remote('in'), 'utf8')).toBe('in');
      await writeFile(one.remote('secret'), 'secret');
      await expect.poll(one.logs, PATIENT).toEqual(['upload /secret success']);
      await one.drive.close();
      expect(await kit.names(one.token, one.space)).toEqual([]);
      expect(leftovers()).not.toContain(one.folder);
    });

    it('brings nothing in for whoever may only download', async () => {
      const person = await opened();
      await writeFile(person.remote('before'), 'x');
      await person.drive.close();
      const one = await opened({ upload: false });
      expect(readdirSync(one.drive.path)).toEqual([]);
      await writeFile(one.remote('out'), 'out');
      await one.drive.close();
      const [folder = ''] = await kit.names(one.token, one.space);
      expect(folder).toBe('會計 web_01 2026-11-16 093012');
      expect((await inTheSpace({ ...one, inSpace: `/${folder}` }, '/out')).toString()).toBe('out');
    });

    it('leads nowhere, whatever links somebody puts into it', async () => {
      const one = await opened();
      await symlink('/etc', one.remote('etc'));
      await symlink('/etc/hostname', one.remote('hostname'));
      const files = await one.drive.files();
      await expect(files.openFile('/hostname', 'read')).rejects.toMatchObject({ kind: 'not_a_file' });
      await expect(files.openFile('/etc/hostname', 'read')).rejects.toMatchObject({ kind: 'not_a_folder' });
      await expect(files.openFile('/../../jadegate.db', 'read')).rejects.toMatchObject({
        code: 'file.path_invalid',
      });
      await one.drive.close();
      expect(await one.logs()).toEqual([]);
      await rm(join(server.current.dataDir, 'spaces', one.space, 'etc'), { force: true });
    });

    it('loses nothing when its process dies', async () => {
      const one = await opened({}, { processId: 'dead' });
      await writeFile(one.remote('late'), 'late');
      const { service } = drives({ processId: 'next', dead: ['dead'] });
      await service.sweep();
      expect((await inTheSpace(one, '/late')).toString()).toBe('late');
      expect(await kit.used(one.space)).toBe(4 + ownFolder);
      expect(leftovers()).not.toContain(one.folder);
    });

    it.runIf(isOnDisk)('is closed to guacd’s user again when its process dies', async () => {
      const one = await opened({}, { processId: 'dead' });
      const folder = join(server.current.dataDir, 'spaces', one.space);
      // As it was shared.
      await chmod(folder, 0o2770);
      await drives({ processId: 'next', dead: ['dead'] }).service.sweep();
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    });

    it('is left to a process that lives', async () => {
      const one = await opened({}, { processId: 'other' });
      const { service } = drives({ processId: 'next' });
      await service.sweep();
      expect(leftovers()).toContain(one.folder);
    });
  });

  describe(`the space for a drive (${where})`, () => {
    it("is the person's own, or the one the asset names if it is theirs to write", async () => {
      const person = await kit.person();
      const stranger = await kit.person();
      const space = (attributes: object, flags: Partial<AccessFlags> = {}) =>
        drives({ attributes }).service.spaceFor('asset', person.id, { ...EVERYTHING, ...flags });
      expect(await space({})).toBe(person.space);
      expect(await space({ 'drive-path': person.space })).toBe(person.space);
      expect(await space({ 'drive-path': stranger.space })).toBeUndefined();
      expect(await space({ 'drive-path': '../../etc' })).toBeUndefined();
      expect(await space({ 'enable-drive': 'false' })).toBeUndefined();
      expect(await space({}, { upload: false, download: false })).toBeUndefined();
      expect(await space({}, { upload: false })).toBe(person.space);
    });
  });
}
