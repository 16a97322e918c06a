import { join } from 'node:path';

import { settingsTable } from '../../server/src/config/settings-table.ts';
import { root } from './root.mjs';

export const PAGE = join(root, 'docs/operations.md');
const BEGIN = '<!-- settings: node scripts/settings-table.mjs writes this table -->';
const END = '<!-- end of settings -->';

/** The page with the table as it should be. */
export function withSettingsTable(page) {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) {
    throw new Error(`${PAGE} has lost the lines around its table of settings`);
  }
  return `${before}${BEGIN}\n\n${settingsTable()}\n\n${END}${after}`;
}
