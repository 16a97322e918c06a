import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';

import { testsOfOneEngine } from './scripts/lib/both-engines.mjs';
import { TestReport } from './scripts/lib/test-report.mjs';

// `source` makes @jadegate/contract/* lead to its TypeScript files, so that tests need no build.
// `module` is a word of bundlers: Node does not know it, and some packages mean by it what Node cannot load.
const onServer = { conditions: ['source', ...defaultServerConditions.filter((word) => word !== 'module')] };
const inBrowser = { conditions: ['source', ...defaultClientConditions] };

/** Set by `npm run soak`, the second for its run with several servers: what has nothing but a long form does not run without. */
const isSoak = process.env['JADEGATE_SOAK'] === '1' || process.env['JADEGATE_E2E_SERVERS'] !== undefined;
const longForms = isSoak ? [] : ['**/*.soak.{test,spec}.ts'];

/** Machines are shared and sometimes stand still for seconds: a limit is there to end what hangs, not to measure. */
const POLL = { timeout: 30_000 };

/** Where `npm test` wants to read how each file went. */
const report = process.env['JADEGATE_TEST_REPORT'];

/** The server's tests run once for each database engine; server/src/testing reads which. */
function serverProject(
  name: string,
  env: Record<string, string>,
  exclude: string[],
): TestProjectInlineConfiguration {
  return {
    resolve: onServer,
    ssr: { resolve: onServer },
    test: {
      name,
      include: ['server/src/**/*.test.ts'],
      exclude: [...longForms, ...exclude],
      env,
      // one module graph for all files of a worker: loading the product anew for each takes longer than most tests
      isolate: false,
      globalSetup: ['server/src/testing/compile-threads.ts', 'server/src/testing/started-installations.ts'],
      setupFiles: ['server/src/testing/compiled-threads.ts'],
      expect: { poll: POLL },
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  };
}

/**
 * They make network interfaces and take them away, at which every browser of the same network drops what it is loading:
 * `npm run soak` gives them a network of their own.
 */
const PULL_PLUGS = [
  'e2e/src/session/chaos-desktop.soak.spec.ts',
  'e2e/src/session/chaos-target.soak.spec.ts',
  'e2e/src/session/chaos-telnet.soak.spec.ts',
];

function endToEndProject(
  name: string,
  include: string[],
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return {
    resolve: onServer,
    ssr: { resolve: onServer },
    test: {
      name,
      include,
      // one module graph, and with it one Chromium, for all files of a worker
      isolate: false,
      expect: { poll: POLL },
      testTimeout: 240_000,
      hookTimeout: 240_000,
      ...options,
    },
  };
}

/** Set by `npm run soak`. */
const onBothEngines = process.env['JADEGATE_TEST_BOTH_ENGINES'] === '1';
const ofOneEngine = onBothEngines
  ? []
  : testsOfOneEngine(`${import.meta.dirname}/server/src`).map((file) => `server/src/${file}`);

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', ...(report ? [new TestReport(report)] : [])],
    projects: [
      {
        resolve: onServer,
        ssr: { resolve: onServer },
        test: { name: 'contract', include: ['contract/src/**/*.test.ts'], testTimeout: 60_000 },
      },
      // what asks S3 or other hosts runs with the project that has them
      serverProject('server', { JADEGATE_TEST_ENGINE: 'sqlite' }, [
        'server/src/**/*.{s3,hosts}{,.soak}.test.ts',
      ]),
      serverProject(
        'server-pg',
        {
          JADEGATE_TEST_ENGINE: 'postgres',
          JADEGATE_TEST_DATABASE_URL: 'postgres://postgres:pgpass@127.0.0.1:55432/postgres',
          JADEGATE_TEST_S3_URL: 'http://127.0.0.1:7480',
        },
        // these ask SQLite itself, such as for its query plans, or do not say that the engines could differ
        ['server/src/**/*.sqlite.test.ts', ...ofOneEngine],
      ),
      {
        resolve: inBrowser,
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // one module graph for all files of a worker: loading the component library anew for each takes longer than the tests
          isolate: false,
          setupFiles: ['web/src/test/setup.ts'],
          expect: { poll: POLL },
          testTimeout: 60_000,
        },
      },
      // Two files at a time: each has a product, a browser and hosts of its own, or only reads from the shared ones.
      endToEndProject('e2e', ['e2e/src/**/*.spec.ts'], { exclude: [...longForms, ...PULL_PLUGS] }),
      endToEndProject('e2e-plug', PULL_PLUGS, {
        exclude: longForms,
        fileParallelism: false,
        sequence: { groupOrder: 1 },
      }),
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], testTimeout: 60_000 } },
    ],
  },
});
