import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { PAGE, withSettingsTable } from './lib/settings-table.mjs';

it('docs/operations.md has every setting as the schema has it: node scripts/settings-table.mjs', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page === withSettingsTable(page)).toBe(true);
});
