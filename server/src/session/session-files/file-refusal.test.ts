import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { FilesKit } from '../../testing/files-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new FilesKit(server);
let dir = '';

beforeAll(() => kit.start());
afterAll(() => kit.stop());
beforeEach(async () => {
  dir = await kit.newFolder();
});

describe('what is refused', () => {
  const ops = (folder: string, id: string, token: string) => ({
    download: () => kit.call('GET', 'download', { id, token, query: { file: `${folder}/file` } }),
    upload: () => kit.send({ dir: folder, name: 'new' }, Buffer.from('x'), { id, token }),
    archive: () => kit.call('POST', 'archive', { id, token, body: { files: [`${folder}/file`] } }),
    newFile: () => kit.call('POST', 'new-file', { id, token, body: { file: `${folder}/new` } }),
    edit: () => kit.call('POST', 'edit', { id, token, body: { file: `${folder}/file`, fileContent: 'x' } }),
    chmod: () =>
      kit.call('POST', 'chmod', { id, token, body: { file: `${folder}/file`, permissions: 0o600 } }),
    mkdir: () => kit.call('POST', 'mkdir', { id, token, query: { dir: `${folder}/made` } }),
    rename: () =>
      kit.call('POST', 'rename', { id, token, query: { oldName: `${folder}/file`, newName: `${folder}/x` } }),
    copy: () => kit.call('POST', 'copy', { id, token, body: { from: `${folder}/file`, to: `${folder}/x` } }),
    rm: () => kit.call('POST', 'rm', { id, token, body: { file: `${folder}/file` } }),
  });
  const NEEDS = {
    download: ['download'],
    archive: ['download'],
    newFile: ['upload'],
    upload: ['upload'],
    edit: ['edit'],
    chmod: ['edit'],
    mkdir: ['createDir'],
    rename: ['rename'],
    copy: ['upload'],
    rm: ['delete'],
  } as const;

  /** As the log calls them, where that is another word. */
  const ACTIONS: Record<string, string> = { archive: 'download', newFile: 'upload' };

  it.each(Object.entries(NEEDS))('%s without its flag, and only that', async (op, flags) => {
    await writeFile(join(dir, 'file'), 'untouched');
    const all = Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, true]));
    const without = { ...all, ...Object.fromEntries(flags.map((flag) => [flag, false])) };
    const id = await kit.opened(kit.token, without);
    expect(await ops(dir, id, kit.token)[op as keyof typeof NEEDS]()).toMatchObject({
      code: -1,
      error: 'file.forbidden',
    });
    expect(await readdir(dir)).toEqual(['file']);
    expect(await readFile(join(dir, 'file'), 'utf8')).toBe('untouched');
    const [entry] = await kit.logs({ sessionId: id });
    expect(entry).toMatchObject({ action: ACTIONS[op] ?? op, result: 'failure' });
    expect((await kit.list(dir, { id })).code).toBe(1);
  });

  it('a new folder to whoever may only upload, also when it comes with a file', async () => {
    const id = await kit.opened(kit.token, { upload: true });
    const made = { id, query: { dir: `${dir}/made` } };
    expect(await kit.call('POST', 'mkdir', made)).toMatchObject({ error: 'file.forbidden' });
    const within = await kit.send({ dir: `${dir}/made`, name: 'new' }, Buffer.from('x'), { id });
    expect(within).toMatchObject({ error: 'file.forbidden' });
    expect(await kit.send({ dir, name: 'new' }, Buffer.from('x'), { id })).toMatchObject({ code: 1 });
    expect(await readdir(dir)).toEqual(['new']);
  });

  it('a file to whoever may only make folders', async () => {
    const id = await kit.opened(kit.token, { createDir: true });
    const made = { id, query: { dir: `${dir}/made` } };
    expect(await kit.call('POST', 'mkdir', made)).toMatchObject({ code: 1 });
    const sent = await kit.send({ dir: `${dir}/made`, name: 'new' }, Buffer.from('x'), { id });
    expect(sent).toMatchObject({ error: 'file.forbidden' });
  });

  it('nothing to whoever may upload and make folders', async () => {
    const id = await kit.opened(kit.token, { createDir: true, upload: true });
    const sent = await kit.send({ dir: `${dir}/made`, name: 'new' }, Buffer.from('x'), { id });
    expect(sent).toMatchObject({ code: 1 });
  });

  it('a stranger, in the words of a session that is not there', async () => {
    const stranger = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    await writeFile(join(dir, 'file'), 'untouched');
    const foreign = ops(dir, kit.session, stranger.token);
    const missing = ops(dir, 'nowhere', stranger.token);
    for (const op of Object.keys(foreign) as (keyof typeof foreign)[]) {
      const [one, other] = [await foreign[op](), await missing[op]()];
      expect(one).toMatchObject({ code: 404, error: 'session.not_found' });
      expect({ ...one, requestId: '' }).toEqual({ ...other, requestId: '' });
    }
    const sent = { token: stranger.token };
    expect(await kit.list(dir, sent)).toMatchObject({ error: 'session.not_found' });
    expect(await kit.call('POST', 'measure', { ...sent, body: { files: [dir] } })).toMatchObject({
      error: 'session.not_found',
    });
    for (const [op, query] of [
      ['stat', { file: dir }],
      ['upload-state', { uploadId: 'upload-0001' }],
      ['rm-progress', { taskId: 'task-0001' }],
      ['archive', { archiveId: 'archive-0001' }],
    ] as const) {
      expect(await kit.call('GET', op, { ...sent, query })).toMatchObject({ error: 'session.not_found' });
    }
    expect(await readdir(dir)).toEqual(['file']);
  });

  it('a right that was lost since, and a session that is over', async () => {
    const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const id = await kit.opened(person.token);
    expect((await kit.list(dir, { id, token: person.token })).code).toBe(1);
    await server.current.db.deleteFrom('user_role').where('user_id', '=', person.id).execute();
    expect(await kit.list(dir, { id, token: person.token })).toMatchObject({ error: 'session.not_found' });
    const over = await kit.opened(kit.token);
    await server.current.call('POST', `/sessions/${over}/disconnect`, { token: kit.token });
    expect(await kit.list(dir, { id: over })).toMatchObject({ error: 'session.over' });
  });
});
