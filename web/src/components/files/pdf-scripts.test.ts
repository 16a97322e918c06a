import { deflateSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { isPdf, mayRunScript } from './pdf-scripts.ts';

const SCRIPT = '1 0 << /S /JavaScript /JS (app.alert(1)) >>';
const QUIET = '1 0 << /Type /Page >>';

const pdf = (...parts: (string | Uint8Array)[]) =>
  Uint8Array.from(
    Buffer.concat(['%PDF-1.7\n', ...parts, '\n%%EOF'].map((part) => Buffer.from(part as string))),
  );
const packed = (content: string, head = '/Type /ObjStm /Filter /FlateDecode') =>
  Buffer.concat([
    Buffer.from(`7 0 obj << ${head} /N 1 >>\nstream\r\n`),
    deflateSync(content),
    Buffer.from('\nendstream endobj\n'),
  ]);

describe('a PDF', () => {
  it.each([
    ['nothing of the kind', pdf('1 0 obj << /Type /Catalog >> endobj')],
    ['a longer name', pdf('1 0 obj << /JavaScriptless 1 >> endobj')],
    ['packed objects', pdf(packed(QUIET), packed(QUIET))],
    ['packed objects, named by numbers', pdf(packed(QUIET, '/Type /Obj#53tm /Filter [ /FlateDecode ]'))],
    [
      'objects in a stream that is not packed',
      pdf('7 0 obj << /Type /ObjStm >>\nstream\n1 0 null\nendstream'),
    ],
    ['a packed page', pdf(packed('BT (JavaScript) Tj ET', '/Filter /FlateDecode'))],
  ])('with %s is shown', async (_name, bytes) => {
    expect(isPdf(bytes)).toBe(true);
    expect(await mayRunScript(bytes)).toBe(false);
  });

  it.each([
    ['in plain sight', pdf(SCRIPT)],
    ['with letters as numbers', pdf('1 0 obj << /S /J#61va#53cript >> endobj')],
    ['as a form', pdf('1 0 obj << /AcroForm << /XFA 3 0 R >> >> endobj')],
    ['packed', pdf(packed(QUIET), packed(SCRIPT))],
    ['packed, with letters as numbers', pdf(packed(SCRIPT.replace('Java', '#4aava')))],
    ['packed twice', pdf(packed(SCRIPT, '/Type /ObjStm /Filter [/FlateDecode /FlateDecode]'))],
    ['packed with a predictor', pdf(packed(QUIET, '/Type /ObjStm /Filter /FlateDecode /DecodeParms 9 0 R'))],
    ['packed in a way said elsewhere', pdf(packed(QUIET, '/Type /ObjStm /Filter 9 0 R'))],
    ['packed in two ways', pdf(packed(QUIET, '/Type /ObjStm /X (/Filter /FlateDecode) /Filter 9 0 R'))],
    ['packed by a kind said elsewhere', pdf('9 0 obj /ObjStm endobj ', packed(QUIET, '/Type 9 0 R'))],
    ['packed and encrypted', pdf(packed(QUIET), 'trailer << /Encrypt 5 0 R >>')],
    [
      'in what cannot be unpacked',
      pdf('7 0 obj << /Type /ObjStm /Filter /FlateDecode >>\nstream\nxyz\nendstream'),
    ],
    [
      'behind a false beginning',
      pdf(packed(QUIET, '/Type /ObjStm /Filter 9 0 R /X (1 0 obj << /Type /ObjStm /Filter /FlateDecode)')),
    ],
  ])('that may have a script %s is not', async (_name, bytes) => {
    expect(await mayRunScript(bytes)).toBe(true);
  });

  it('is not what only has the name of one', () => {
    expect(isPdf(new TextEncoder().encode('<html><script>1</script>'))).toBe(false);
  });
});
