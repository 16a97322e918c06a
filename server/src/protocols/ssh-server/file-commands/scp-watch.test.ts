import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { Chance } from '../../../testing/fuzz.ts';
import { classifyExec, type FileCommand } from './classify-exec.ts';
import { ScpWatch, type ScpFile } from './scp-watch.ts';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

function watched(command: string, bytes: Buffer, pieceBytes: number): { files: ScpFile[]; isLost: boolean } {
  const files: ScpFile[] = [];
  const watch = new ScpWatch(classifyExec(command) as FileCommand, (file) => files.push(file));
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    watch.add(bytes.subarray(at, at + pieceBytes));
  }
  watch.end();
  return { files, isLost: watch.isLost };
}

const SENT = Buffer.from('D0755 0 dir\nT1 0 1 0\nC0644 5 a b\nhello\0C0600 0 empty\n\0E\nC0644 3 last\nab');

it.each([1, 7, 1000])('reads files with their sums in pieces of %i', (pieceBytes) => {
  expect(watched('scp -r -t /tmp/x', SENT, pieceBytes)).toEqual({
    isLost: false,
    files: [
      { fileName: '/tmp/x/dir/a b', isDone: true, bytes: 5, checksum: sha('hello') },
      { fileName: '/tmp/x/dir/empty', isDone: true, bytes: 0, checksum: sha('') },
      { fileName: '/tmp/x/last', isDone: false, bytes: 2, checksum: '' },
    ],
  });
});

it('names files as far as the line of the client tells', () => {
  const one = Buffer.from('C0644 1 a\nx\0');
  const name = (command: string) => watched(command, one, 100).files.map(({ fileName }) => fileName);
  expect(name('scp -t /tmp/b')).toEqual(['a → /tmp/b']);
  expect(name('scp -t /tmp/')).toEqual(['/tmp/a']);
  expect(name('scp -f /var/log/*')).toEqual(['/var/log/a']);
  expect(name('scp -f a')).toEqual(['a']);
});

it('stops at what it does not understand, and never fails', () => {
  expect(watched('scp -t /tmp/b', Buffer.from('hello\n'), 3)).toEqual({ isLost: true, files: [] });
  const chance = new Chance(7);
  for (let round = 0; round < 300; round++) {
    const bytes = Buffer.from(SENT);
    for (let count = chance.below(6); count > 0; count--) {
      bytes[chance.below(bytes.length)] = chance.below(256);
    }
    watched('scp -r -t /tmp/x', bytes, 1 + chance.below(9));
  }
});
