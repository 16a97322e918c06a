import { afterAll, expect, it } from 'vitest';

import type { FileTree } from '../../protocols/files/file-tree.ts';
import { Checksums } from '../../storage/checksum/checksums.ts';
import { PendingUploads } from './pending-uploads.ts';

const checksums = new Checksums();
afterAll(() => checksums.close());

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
  const desk = new PendingUploads(checksums);
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
  await expect(desk.received('session', 'upload')).rejects.toThrow('file.upload_gone');
});

it('whoever comes back is told what came once it is written, not what had come before', async () => {
  let goOn: (() => void) | undefined;
  const tree = {
    isOver: false,
    find: async () => undefined,
    openFile: async () => ({}),
    closeFile: async () => undefined,
    removeFile: async () => undefined,
    limits: { readBytes: 1024, writeBytes: 1024 },
    writeAt: async () => {
      await new Promise<void>((resolve) => (goOn = resolve));
    },
  } as unknown as FileTree;
  const desk = new PendingUploads(checksums);
  const upload = desk.receive(tree, {
    sessionId: 'session',
    uploadId: 'upload',
    path: '/folder/file',
    offset: 0,
    size: 9,
    // The connection is cut after the first piece.
    source: (async function* () {
      yield Buffer.from('hello');
    })(),
  });
  await expect.poll(() => goOn).toBeDefined();
  const received = desk.received('session', 'upload');
  goOn?.();
  await expect(upload).rejects.toThrow('file.upload_broken');
  expect(await received).toBe(5);
});
