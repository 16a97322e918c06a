// The server in few files: Node takes longer to find two thousand modules than to run what is in them.
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { build } from 'esbuild';

import { buildEvidenceTools } from './build-evidence.mjs';

/** What is started by its file name: the server, the commands, and everything with a thread or process of its own. */
const PROGRAMS = { main: 'main.ts', cli: 'cli/main.ts' };
const STARTED_APART = /\.(thread|process)\.ts$|sqlite\/worker\.ts$/;

/** They bring files that are no JavaScript, or look for one. */
const NATIVE_PACKAGES = ['@node-rs/argon2', 'better-sqlite3', 'pg-native', 'ssh2'];

/** What CommonJS has and modules lack: packages of the former kind are compiled into the latter. */
const COMMON_JS = `import { createRequire as $createRequire } from 'node:module';
const require = $createRequire(import.meta.url), __dirname = import.meta.dirname, __filename = import.meta.filename;`;

/** Nobody waits for them at the start; and of what a CommonJS package exports, Node finds names that esbuild does not. */
const loadLatePackagesAsTheyAre = {
  name: 'late packages',
  setup: (compiler) =>
    compiler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
};

/**
 * All files lie in one folder, whatever folder their sources have: what a module says of its neighbours (`./x.thread.js`
 * beside `import.meta.url`) stays true in every file that it may end up in. Two programs of one name fail the build.
 */
const sources = join(import.meta.dirname, 'src');
const output = join(import.meta.dirname, 'dist');
const files = await readdir(sources, { recursive: true });
const apart = files.filter((file) => STARTED_APART.test(file) && !file.startsWith('testing/'));
const programs = [...Object.entries(PROGRAMS), ...apart.map((file) => [basename(file, '.ts'), file])];
// a file that is gone from the sources must not live on in the output
await rm(output, { recursive: true, force: true });
await build({
  absWorkingDir: join(import.meta.dirname, '..'),
  entryPoints: programs.map(([name, file]) => ({ out: name, in: join(sources, file) })),
  outdir: output,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // none of those that only bundlers know: the same files as Node would load, and tests do
  conditions: [],
  external: NATIVE_PACKAGES,
  plugins: [loadLatePackagesAsTheyAre],
  banner: { js: COMMON_JS },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
});
await buildEvidenceTools(join(output, 'evidence'));
