import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A comment of a test file: what of it the engines could answer differently. */
const SAYS_SO = /^\/\/ On both engines: \S/m;

/**
 * The tests under `source` that run on SQLite alone: those that do not say `// On both engines: why`. `npm run soak` runs
 * them on PostgreSQL, too.
 */
export function testsOfOneEngine(source) {
  return readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.test.ts') &&
      // what asks S3 or other hosts runs with PostgreSQL alone
      !/\.(?:s3|hosts)(?:\.soak)?\.test\.ts$/.test(file) &&
      !SAYS_SO.test(readFileSync(join(source, file), 'utf8')),
  );
}
