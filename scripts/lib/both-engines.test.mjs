import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testsOfOneEngine } from './both-engines.mjs';
import { root } from './root.mjs';

describe('the tests that run on one engine only', () => {
  let folder;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'jadegate-engines-'));
    const files = {
      'credential/credential.ts': "db.selectFrom('credential')",
      'credential/credential.test.ts': "import { it } from 'vitest';",
      'credential/credential-order.test.ts': "// On both engines: sorting.\nimport { it } from 'vitest';",
      'audit/chain.test.ts': '// On both engines:\n',
      'files/space.s3.test.ts': '',
      'files/space.hosts.test.ts': '',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are those that do not say why they need both', () => {
    expect(testsOfOneEngine(folder).toSorted()).toEqual([
      join('audit', 'chain.test.ts'),
      join('credential', 'credential.test.ts'),
    ]);
  });

  it('are most of the server, and none of those that PostgreSQL has answered differently', () => {
    const found = testsOfOneEngine(join(root, 'server/src'));
    expect(found.every((file) => existsSync(join(root, 'server/src', file)))).toBe(true);
    expect(found).toContain('http/access.test.ts');
    for (const file of ['db/migrate.test.ts', 'db/page.test.ts', 'http/hostile-query.test.ts']) {
      expect(found).not.toContain(file);
    }
  });
});
