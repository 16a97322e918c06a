// node scripts/settings-table.mjs: writes the table of settings in docs/operations.md anew, from their schema.
import { readFileSync, writeFileSync } from 'node:fs';

import { ensureNode } from './lib/node-version.mjs';

await ensureNode();
// The schema is TypeScript, which an older Node cannot read.
const { PAGE, withSettingsTable } = await import('./lib/settings-table.mjs');
writeFileSync(PAGE, withSettingsTable(readFileSync(PAGE, 'utf8')));
