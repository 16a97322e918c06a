import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { reachesSql } from './reaches-sql.mjs';

describe('whether a file leads to the database', () => {
  let folder;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'jadegate-imports-'));
    mkdirSync(join(folder, 'server/src/db'), { recursive: true });
    const files = {
      'db/database.ts': 'export class Database {}',
      'service.ts': "import { Database } from './db/database.ts';\nimport './round.ts';",
      'round.ts': "import { x } from './far.test.ts';",
      'far.test.ts': "import { it } from 'vitest';\nimport {\n  one,\n  other,\n} from './service.ts';",
      'types.test.ts': "import type { Database } from './db/database.ts';\nexport const pure = 1;",
      'lazy.test.ts': "const made = await import('./db/database.ts');",
    };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, 'server/src', name), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['far.test.ts', true],
    ['lazy.test.ts', true],
    ['types.test.ts', false],
  ])('%s: %s', (name, expected) => {
    expect(reachesSql(join(folder, 'server/src', name))).toBe(expected);
  });
});
