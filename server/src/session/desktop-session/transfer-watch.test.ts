import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { TransferWatch, type Transfer } from './transfer-watch.ts';

function watching(keepsText = true) {
  const seen: Transfer[] = [];
  return { seen, watch: new TransferWatch({ keepsText, onTransfer: (transfer) => seen.push(transfer) }) };
}
const base64 = (text: string) => Buffer.from(text).toString('base64');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('what goes over in a stream', () => {
  it('is measured whole, wherever its pieces are cut, also through a character', () => {
    const { seen, watch } = watching();
    const text = '第一行\r\n第二行 🀄';
    const bytes = Buffer.from(text);
    watch.begin('3', 'text/plain');
    watch.add('3', bytes.subarray(0, 4).toString('base64'));
    watch.add('3', bytes.subarray(4).toString('base64'));
    watch.end('3');
    expect(seen).toEqual([{ bytes: bytes.length, checksum: sha256(text), text, isFailed: false }]);
  });

  it('is kept only where that is wanted, only as text, and only its beginning', () => {
    const quiet = watching(false);
    quiet.watch.begin('1', 'text/plain');
    quiet.watch.add('1', base64('secret'));
    quiet.watch.end('1');
    expect(quiet.seen).toEqual([{ bytes: 6, checksum: sha256('secret'), text: '', isFailed: false }]);
    const { seen, watch } = watching();
    watch.begin('1', 'image/png');
    watch.add('1', base64('pixels'));
    watch.end('1');
    watch.begin('2', 'text/plain');
    const piece = 'x'.repeat(6000);
    for (let sent = 0; sent < 20; sent++) {
      watch.add('2', base64(piece));
    }
    watch.end('2');
    expect(seen.map(({ text }) => text.length)).toEqual([0, 65_536]);
    expect(seen[1]).toMatchObject({ bytes: 120_000, checksum: sha256(piece.repeat(20)) });
  });

  it('is told apart by stream, and is a failure when it breaks off', () => {
    const { seen, watch } = watching();
    watch.begin('1', 'text/plain');
    watch.begin('2', 'text/plain');
    watch.add('1', base64('one'));
    watch.add('2', base64('two'));
    watch.add('9', base64('nobody’s'));
    watch.end('2');
    watch.begin('1', 'text/plain');
    watch.add('1', base64('again'));
    watch.breakOff();
    watch.end('1');
    expect(seen.map(({ text, isFailed }) => [text, isFailed])).toEqual([
      ['two', false],
      ['one', true],
      ['again', true],
    ]);
  });

  it('is nothing when it was empty', () => {
    const { seen, watch } = watching();
    watch.begin('1', 'text/plain');
    watch.end('1');
    expect(seen).toEqual([]);
  });
});
