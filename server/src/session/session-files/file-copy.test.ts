import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';

import { Sftp } from '../../protocols/ssh/sftp.ts';
import { FilesKit } from '../../testing/files-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const kit = new FilesKit(useTestServer());
let dir = '';

beforeAll(() => kit.start());
afterAll(() => kit.stop());
beforeEach(async () => {
  dir = await kit.newFolder();
});

const copy = (from: string, to: string, id = kit.session) =>
  kit.call('POST', 'copy', { id, body: { from: `${dir}/${from}`, to: `${dir}/${to}` } });

describe.each(['the target itself', 'us'] as const)('a copy made by %s', (who) => {
  let asked: MockInstance<Sftp['copyAt']>;
  beforeEach(() => {
    asked = vi.spyOn(Sftp.prototype, 'copyAt');
    const can = vi.spyOn(Sftp.prototype, 'canCopy', 'get');
    if (who === 'us') {
      can.mockReturnValue(false);
    }
    return () => {
      can.mockRestore();
      asked.mockRestore();
    };
  });

  it('has everything that is in a folder, links as links, and stands in the log', async () => {
    const bytes = randomBytes(700_000);
    await mkdir(join(dir, 'from/inner/空'), { recursive: true });
    await writeFile(join(dir, 'from/inner/data.bin'), bytes, { mode: 0o640 });
    await writeFile(join(dir, 'from/none'), '');
    await symlink('../elsewhere', join(dir, 'from/link'));
    await chmod(join(dir, 'from/inner/data.bin'), 0o644);
    await chmod(join(dir, 'from/inner'), 0o755);
    expect(await copy('from', 'to')).toMatchObject({ code: 1, data: null });
    expect(asked.mock.calls.length > 0).toBe(who === 'the target itself');
    expect((await readdir(join(dir, 'to'), { recursive: true })).toSorted()).toEqual(
      ['inner', 'inner/data.bin', 'inner/空', 'link', 'none'].toSorted(),
    );
    expect((await readFile(join(dir, 'to/inner/data.bin'))).equals(bytes)).toBe(true);
    expect((await lstat(join(dir, 'to/inner'))).mode & 0o777).toBe(0o755);
    expect(await readlink(join(dir, 'to/link'))).toBe('../elsewhere');
    expect((await readdir(dir)).toSorted()).toEqual(['from', 'to']);
    const [row] = await kit.logOf(dir);
    expect(row).toMatchObject({ action: 'copy', result: 'success', fileName: `${dir}/from → ${dir}/to` });
  });
});

describe('a copy', () => {
  it('replaces nothing, does not go into itself, and leaves nothing when it breaks off', async () => {
    await mkdir(join(dir, 'from'));
    await writeFile(join(dir, 'from/open'), 'x');
    await writeFile(join(dir, 'from/secret'), 'x', { mode: 0o600 });
    await writeFile(join(dir, 'there'), 'kept');
    await symlink('from', join(dir, 'way-in'));
    expect(await copy('from/open', 'there')).toMatchObject({ error: 'file.exists' });
    expect(await copy('from', 'from')).toMatchObject({ error: 'file.exists' });
    expect(await copy('from', 'from/sub')).toMatchObject({ error: 'storage.into_itself' });
    expect(await copy('from', 'way-in/sub')).toMatchObject({ error: 'storage.into_itself' });
    expect(await copy('missing', 'to')).toMatchObject({ error: 'file.not_found' });
    expect(await copy('from', 'to')).toMatchObject({ error: 'file.permission' });
    expect((await readdir(dir)).toSorted()).toEqual(['from', 'there', 'way-in']);
    expect(await readFile(join(dir, 'there'), 'utf8')).toBe('kept');
    expect((await kit.logOf(dir)).map(({ action, result }) => `${action} ${result}`)).toEqual(
      Array.from({ length: 6 }, () => 'copy failure'),
    );
  });

  it('of a folder needs the right to make folders, too', async () => {
    await mkdir(join(dir, 'from'));
    await writeFile(join(dir, 'file'), 'x');
    const id = await kit.opened(kit.token, { upload: true });
    expect(await copy('from', 'to', id)).toMatchObject({ error: 'file.forbidden' });
    expect(await copy('file', 'second', id)).toMatchObject({ code: 1 });
    expect((await readdir(dir)).toSorted()).toEqual(['file', 'from', 'second']);
  });
});
