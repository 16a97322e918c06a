import { describe, expect, it } from 'vitest';

import { openText, saveText, toBase64 } from './text-file.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('a text file', () => {
  it.each([
    ['LF', utf8('a\nb\n'), 'lf'],
    ['CRLF', utf8('a\r\nb'), 'crlf'],
    ['CR', utf8('a\rb\r'), 'cr'],
    ['no line ending', utf8('檔案'), 'lf'],
    ['nothing', utf8(''), 'lf'],
    ['UTF-8 with a mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0x0a), 'lf'],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0x00, 0x0d, 0x00, 0x0a, 0x00), 'crlf'],
    ['UTF-16, the other way', Uint8Array.of(0xfe, 0xff, 0x00, 0x61), 'lf'],
    ['Latin-1', Uint8Array.of(0x63, 0x61, 0x66, 0xe9), 'lf'],
  ])('with %s is saved as it was', (_name, bytes, lineEnding) => {
    const file = openText(bytes);
    expect(file?.lineEnding).toBe(lineEnding);
    expect(file?.text).not.toContain('\r');
    expect(file && [...(saveText(file.text, file) ?? [])]).toEqual([...bytes]);
  });

  it('in Big5 is read and written in Big5', () => {
    const file = openText(Uint8Array.of(0xa4, 0xa4, 0xa4, 0xe5, 0x0d, 0x0a));
    expect(file).toMatchObject({ encoding: 'big5', text: '中文\n', lineEnding: 'crlf' });
    expect(file && [...(saveText('文中\n', file) ?? [])]).toEqual([0xa4, 0xe5, 0xa4, 0xa4, 0x0d, 0x0a]);
    expect(file && saveText('🙂', file)).toBeUndefined();
  });

  it('with several line endings says so', () => {
    expect(openText(utf8('a\nb\nc\r\n'))).toMatchObject({ isMixed: true, lineEnding: 'lf' });
  });

  it('is not what has a zero byte', () => {
    expect(openText(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0x00))).toBeUndefined();
  });

  it('travels as base64', () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
    expect(toBase64(bytes)).toBe(
      btoa(String.fromCharCode(...bytes.subarray(0, 35_001))) +
        btoa(String.fromCharCode(...bytes.subarray(35_001))),
    );
  });
});
