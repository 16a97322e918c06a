import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { build } from 'esbuild';

import { buildEvidenceTools } from '../../build-evidence.mjs';
import { COMPILED_THREADS, SERVER_SOURCES } from './compiled-threads.ts';

const EVIDENCE_TOOLS = path.join(COMPILED_THREADS, '../evidence');

/** Once for a whole test run, before the first file of the server's projects. */
export async function setup(): Promise<void> {
  await buildEvidenceTools(EVIDENCE_TOOLS);
  const files = await readdir(SERVER_SOURCES, { recursive: true });
  await build({
    entryPoints: files
      .filter((file) => /\.thread\.ts$|sqlite\/worker\.ts$/.test(file))
      .map((file) => path.join(SERVER_SOURCES, file)),
    outbase: SERVER_SOURCES,
    outdir: COMPILED_THREADS,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    conditions: ['source'],
    plugins: [
      {
        name: 'packages are loaded, our own code is compiled in',
        setup: (compiler) =>
          compiler.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
            kind === 'entry-point' || name.startsWith('@jadegate/')
              ? undefined
              : { path: name, external: true },
          ),
      },
    ],
  });
}
