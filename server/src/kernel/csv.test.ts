import { describe, expect, it } from 'vitest';

import { AppError } from './app-error.ts';
import { csvLine, readCsv } from './csv.ts';
import { markRepeats, namesIn, previewRows, type CheckedRow } from './import-rows.ts';

const OPTIONS = {
  columns: { name: ['name', '名稱'], port: ['port', '連接埠'], note: ['note'] },
  required: ['name'],
  maxRows: 3,
} as const;

const read = (text: string | Buffer) => readCsv<'name' | 'port' | 'note'>(Buffer.from(text), OPTIONS);

function refusal(text: string | Buffer): { code: string; params: object } {
  try {
    read(text);
  } catch (error) {
    if (error instanceof AppError) {
      return { code: error.code, params: error.params };
    }
    throw error;
  }
  throw new Error('the file was taken');
}

describe('a CSV file', () => {
  it('is read with a mark, any line ends, quotes, and headers in either language and any order', () => {
    const { columns, rows } = read('\uFEFF連接埠, Name \r\n22,"a ""b"", c"\r\n\r\n23,"two\nlines"\r\n,\r\n');
    expect(columns).toEqual(['port', 'name']);
    expect(rows).toEqual([
      { line: 2, cells: { name: 'a "b", c', port: '22', note: '' } },
      { line: 5, cells: { name: 'two\nlines', port: '23', note: '' } },
    ]);
  });

  it('is refused with a sentence that says what to do', () => {
    expect(refusal(Buffer.from('a6572c', 'hex')).code).toBe('csv.not_utf8');
    expect(refusal(Buffer.from('name\n中\n', 'utf16le')).code).toBe('csv.not_utf8');
    expect(refusal('').code).toBe('csv.empty');
    expect(refusal('name\n').code).toBe('csv.empty');
    expect(refusal('name,port\na,1\nb,1,2\n')).toEqual({ code: 'csv.unreadable', params: { line: 3 } });
    expect(refusal('name\n"a\n').code).toBe('csv.unreadable');
    expect(refusal('port\n1\n')).toEqual({ code: 'csv.columns_missing', params: { names: 'name' } });
    expect(refusal('name,colour\na,b\n')).toMatchObject({ params: { names: 'colour' } });
    expect(refusal('name,名稱\na,b\n').code).toBe('csv.columns_repeated');
    expect(refusal('name\n1\n2\n3\n4\n')).toEqual({ code: 'csv.too_many_rows', params: { limit: 3 } });
  });

  it('reads back what is written, except for the apostrophe before a formula', () => {
    const text = csvLine(['name', 'note']) + csvLine(['a,"b"\r\nc', '=1+1']);
    expect(read(text).rows[0]?.cells).toEqual({ name: 'a,"b"\r\nc', note: "'=1+1", port: '' });
  });
});

describe('rows of an import', () => {
  const row = (line: number, name: string): CheckedRow<'name' | 'secret', string> => ({
    line,
    cells: { name, secret: 'hush' },
    state: 'new',
    errors: [],
    good: name,
  });

  it('stand once: a later one of the same name is told where the first is', () => {
    const marked = markRepeats([row(2, 'A'), row(3, ''), row(4, 'a'), row(5, '')], {
      column: 'name',
      keyOf: (cell) => cell.toLowerCase(),
      language: 'zh-TW',
    });
    expect(marked.map(({ state }) => state)).toEqual(['new', 'new', 'duplicate', 'new']);
    expect(marked[2]).toMatchObject({
      good: undefined,
      errors: [{ field: 'name', message: '與第 2 行重複' }],
    });
  });

  it('are shown without what is secret', () => {
    const preview = previewRows(['name', 'secret'], [row(2, 'A')], ['secret']);
    expect(JSON.stringify(preview)).not.toContain('hush');
    expect(preview.counts).toEqual({ new: 1, exists: 0, duplicate: 0, invalid: 0 });
  });

  it('may name several things in one cell', () => {
    expect(namesIn(' a; b、c | a ,d；')).toEqual(['a', 'b', 'c', 'd']);
  });
});
