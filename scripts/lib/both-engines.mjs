import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const STATEMENT = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(?:<[^`]*>)?`/;

/** These send what other folders make statements of, and no test there does. */
const ALSO = [
  'cli/beside-server.test.ts',
  'features/retention/retention.test.ts',
  'http/every-answer.test.ts',
  'http/generic-calls.test.ts',
  'http/hostile-query.test.ts',
];

/**
 * The tests under `source` that run on one database engine only: no file of their own folder makes a statement, and what
 * other folders make is tested there. `npm run soak` runs them on the other engine, too.
 */
export function testsOfOneEngine(source) {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const isTest = (file) => file.endsWith('.test.ts');
  const withStatements = new Set(
    files
      .filter((file) => !isTest(file) && STATEMENT.test(readFileSync(join(source, file), 'utf8')))
      .map((file) => dirname(file)),
  );
  return files.filter(
    (file) =>
      isTest(file) &&
      // what asks S3 or other hosts runs with PostgreSQL alone
      !/\.(?:s3|hosts)\.test\.ts$/.test(file) &&
      !withStatements.has(dirname(file)) &&
      !ALSO.includes(file),
  );
}
