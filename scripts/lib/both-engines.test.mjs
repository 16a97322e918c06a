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
      'credential/credential.repository.ts': "db.selectFrom('credential')",
      'credential/credential.test.ts': '',
      'audit/chain.ts': 'sql<number>`1`',
      'audit/chain.test.ts': '',
      'files/archive.ts': 'export const zip = 1;',
      'files/archive.test.ts': "db.selectFrom('what a test asks is no statement of the product')",
      'files/space.s3.test.ts': '',
      'features/retention/retention.test.ts': '',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are those whose folder makes no statement', () => {
    expect(testsOfOneEngine(folder)).toEqual([join('files', 'archive.test.ts')]);
  });

  it('are some of the server, and most are not', () => {
    const found = testsOfOneEngine(join(root, 'server/src'));
    expect(found.every((file) => existsSync(join(root, 'server/src', file)))).toBe(true);
    expect(found).toContain('http/access.test.ts');
    expect(found).not.toContain('features/credential/credential.test.ts');
  });
});
