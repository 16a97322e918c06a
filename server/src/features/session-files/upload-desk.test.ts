import { expect, it } from 'vitest';

import type { FileTree } from '../../protocols/files/file-tree.ts';
import { UploadDesk } from './upload-desk.ts';

it('an upload that is given up while its file is being begun leaves nothing behind', async () => {
  const removed: string[] = [];
  let begun = '';
  let goOn: () => void = () => undefined;
  const tree = {
    isOver: false,
    find: async () => undefined,
    openFile: async (path: string) => {
      begun = path;
      await new Promise<void>((resolve) => (goOn = resolve));
      return {};
    },
    closeFile: async () => undefined,
    removeFile: async (path: string) => void removed.push(path),
  } as unknown as FileTree;
  const desk = new UploadDesk();
  const upload = desk.receive(tree, {
    sessionId: 'session',
    uploadId: 'upload',
    path: '/folder/file',
    offset: 0,
    size: 5,
    // The sender has hung up.
    source: (async function* () {})(),
  });
  await expect.poll(() => begun).toContain('.part');
  await desk.cancel('session', 'upload');
  goOn();
  await expect(upload).rejects.toThrow('file.upload_broken');
  expect(removed).toEqual([begun]);
  expect(() => desk.received('session', 'upload')).toThrow('file.upload_gone');
});
