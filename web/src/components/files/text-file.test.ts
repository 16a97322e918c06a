import { describe, expect, it } from 'vitest';

import { computeSha256, sha256 } from './sha256.ts';
import { findUnwritable } from './text-encoding.ts';
import { openText, openTextAs, saveText, toBase64, type TextFormat } from './text-file.ts';

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

  it.each([
    // Tables, money and dates of an old host; 十 and 卅 can be written in two ways.
    ['Big5', 'big5', 'a4a4a4e5a5c1b0eaa451a4caa6ca0d0a', '中文民國十卅百\n'],
    ['Big5 with the other 十', 'big5', 'a451a2cca4a4', '十十中'],
    ['Big5 with a character of its own', 'big5', 'a4a48140a4e5', '中\ueeb8文'],
    ['GB', 'gb18030', 'd6d0cec4b7fecef1c6f7', '中文服务器'],
    ['Shift_JIS', 'shift_jis', '93fa967b8cea82cc', '日本語の'],
    ['Windows-1252 whose accents would be pairs', 'windows-1252', '67e96ee972616c65', 'générale'],
  ])('in %s is told', (_name, encoding, hex, text) => {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    const file = openText(bytes);
    expect(file).toMatchObject({ encoding, text });
  });

  it('in Big5 is written as Taiwan writes it', () => {
    const format = { encoding: 'big5', hasBom: false, lineEnding: 'crlf' } as const;
    const hex = (text: string) => Buffer.from(saveText(text, format) ?? []).toString('hex');
    expect(hex('文中\n')).toBe('a4e5a4a40d0a');
    expect(hex('十卅═')).toBe('a451a4caf9f9');
    expect(hex('\ueeb8')).toBe('8140');
    expect(saveText('🙂', format)).toBeUndefined();
  });

  it('is read in the encoding that somebody names, or not at all', () => {
    const bytes = Uint8Array.from(Buffer.from('a4a4a4e5', 'hex'));
    expect(openTextAs(bytes, 'gb18030')).toMatchObject({ encoding: 'gb18030', text: 'いゅ' });
    expect(openTextAs(bytes, 'utf-8')).toBeUndefined();
    const marked = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
    expect(openTextAs(marked, 'utf-8')).toMatchObject({ hasBom: true, text: 'a' });
  });

  it('is saved in another encoding and with other line ends', () => {
    const save = (change: Partial<TextFormat>) => {
      const format = { encoding: 'utf-8', hasBom: false, lineEnding: 'lf', ...change } as const;
      return Buffer.from(saveText('中\n', format) ?? []).toString('hex');
    };
    expect(save({ lineEnding: 'crlf' })).toBe('e4b8ad0d0a');
    expect(save({ hasBom: true })).toBe('efbbbfe4b8ad0a');
    expect(save({ encoding: 'utf-16le', hasBom: true })).toBe('fffe2d4e0a00');
    expect(save({ encoding: 'big5' })).toBe('a4a40a');
  });

  it('says what an encoding has no place for', () => {
    expect(findUnwritable('中文\n好🙂ä\n', 'big5')).toEqual({ count: 2, char: '🙂', line: 2 });
    expect(findUnwritable('中文🙂', 'utf-16le')).toBeUndefined();
  });

  it('with several line endings says so', () => {
    expect(openText(utf8('a\nb\nc\r\n'))).toMatchObject({ isMixed: true, lineEnding: 'lf' });
  });

  it('is not what has a zero byte', () => {
    expect(openText(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0x00))).toBeUndefined();
  });

  it.each([0, 1, 55, 56, 63, 64, 65, 1000])('of %i bytes has a sum also over plain HTTP', async (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => at % 251);
    expect(Buffer.from(computeSha256(bytes)).toString('hex')).toBe(await sha256(bytes));
  });

  it('travels as base64', () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
    expect(toBase64(bytes)).toBe(
      btoa(String.fromCharCode(...bytes.subarray(0, 35_001))) +
        btoa(String.fromCharCode(...bytes.subarray(35_001))),
    );
  });
});
