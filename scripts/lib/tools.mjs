/** Where the command-line programs of our packages start, below node_modules. */
export const tools = {
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
  oxlint: 'oxlint/bin/oxlint',
  oxfmt: 'oxfmt/bin/oxfmt',
  tsx: 'tsx/dist/cli.mjs',
};
