import { expect, it } from 'vitest';

import { readCsvApart } from './csv-apart.ts';
import { readCsv } from './csv.ts';

const options = { columns: { name: ['name', '名稱'] }, required: ['name'] as const, maxRows: 1000 };
const rows = Buffer.from(`名稱\n${`${'x'.repeat(70)}\n`.repeat(900)}`);

it('reads a long file while others have their turn, and answers what reading it here does', async () => {
  let turns = 0;
  let isOver = false;
  const next = () => {
    turns++;
    if (!isOver) {
      setImmediate(next);
    }
  };
  setImmediate(next);
  const table = await readCsvApart(rows, options);
  isOver = true;
  expect(turns).toBeGreaterThan(3);
  expect(table).toEqual(readCsv(rows, options));
});

it('refuses a long file as it would a short one', async () => {
  const refusals = ['a'.repeat(100_000), '\0'.repeat(100_000), `name\n${'x\n'.repeat(40_000)}`];
  for (const text of refusals) {
    const told = await readCsvApart(Buffer.from(text), options).catch((error: unknown) => error);
    const here = await readCsvApart(Buffer.from(text.slice(0, 30_000)), options).catch(
      (error: unknown) => error,
    );
    expect(told).toMatchObject({ code: (here as { code: string }).code, name: 'AppError' });
  }
});
