import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';

// `source` makes @jadegate/contract/* lead to its TypeScript files, so that tests need no build.
const onServer = { conditions: ['source', ...defaultServerConditions] };
const inBrowser = { conditions: ['source', ...defaultClientConditions] };

/** The server's tests run once for each database engine; server/src/testing reads which. */
function serverProject(
  name: string,
  env: Record<string, string>,
  exclude: string[] = [],
): TestProjectInlineConfiguration {
  return {
    resolve: onServer,
    ssr: { resolve: onServer },
    test: {
      name,
      include: ['server/src/**/*.test.ts'],
      exclude,
      env,
      testTimeout: 20_000,
      hookTimeout: 30_000,
    },
  };
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        resolve: onServer,
        ssr: { resolve: onServer },
        test: { name: 'contract', include: ['contract/src/**/*.test.ts'] },
      },
      serverProject('server', { JADEGATE_TEST_ENGINE: 'sqlite' }),
      serverProject(
        'server-pg',
        {
          JADEGATE_TEST_ENGINE: 'postgres',
          JADEGATE_TEST_DATABASE_URL: 'postgres://postgres:pgpass@127.0.0.1:55432/postgres',
        },
        // these ask SQLite itself, such as for its query plans
        ['server/src/**/*.sqlite.test.ts'],
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
          testTimeout: 20_000,
        },
      },
      {
        // one product and one browser at a time: they share ports of the test hosts and two cores
        resolve: onServer,
        ssr: { resolve: onServer },
        test: {
          name: 'e2e',
          include: ['e2e/src/**/*.spec.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], testTimeout: 60_000 } },
    ],
  },
});
