import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { contentHash } from './content-hash.mjs';
import { precompress } from './precompress.mjs';
import { progress } from './progress.mjs';
import { root } from './root.mjs';
import { run, runTool } from './run.mjs';
import { SBOM_FILE, writeSbom } from './sbom.mjs';
import { tools } from './tools.mjs';

const STAMPS = join(root, '.cache/build.json');
const isTest = (file) => /\.test\.tsx?$|\/(testing|test)\//.test(file);

/** None needs what another makes. `output` must exist after the build. */
const targets = [
  {
    name: 'server',
    title: '伺服器',
    sources: [
      'server/src',
      'server/package.json',
      'server/build.mjs',
      'server/build-evidence.mjs',
      // the player that goes with evidence is made of parts of the console
      'web/src/evidence-player',
      'web/src/components/desktop',
      'web/src/components/terminal',
      'web/src/features/session/session',
      'server/tsconfig.json',
      'contract/package.json',
      'contract/src',
    ],
    output: 'server/dist/main.js',
    build: () => run(process.execPath, ['server/build.mjs']),
  },
  {
    name: 'web',
    title: '主控台',
    sources: [
      'web/src',
      'web/public',
      'manual',
      'web/index.html',
      'web/package.json',
      'web/tsconfig.json',
      'web/vite.config.ts',
      'web/early-login.ts',
      'web/lean-packages.ts',
      'contract/src',
    ],
    output: 'web/dist/index.html',
    build: buildConsole,
  },
  {
    name: 'sbom',
    title: '軟體清單',
    sources: [], // the lock file, which counts for every target
    output: SBOM_FILE,
    build: async () => {
      await writeSbom();
      return { ok: true, output: '' };
    },
  },
];

/**
 * Builds what changed since the last build, side by side. Answers { ok, output, built }: the names of the targets that were
 * built, and what the tools said that failed.
 */
export async function build() {
  const stamps = JSON.parse(await readFile(STAMPS, 'utf8').catch(() => '{}'));
  const changed = [];
  for (const target of targets) {
    const hash = contentHash(
      [...target.sources, 'tsconfig.base.json', 'package-lock.json', 'scripts/lib'],
      isTest,
    );
    if (stamps[target.name] !== hash || !existsSync(join(root, target.output))) {
      delete stamps[target.name];
      changed.push({ ...target, hash });
    }
  }
  if (changed.length === 0) {
    return { ok: true, output: '', built: [] };
  }
  await save(stamps);
  const results = await Promise.all(
    changed.map(async ({ name, title, build: work, hash }) => {
      const result = await progress.step(`建置 ${title}`, `Building ${name}`, work);
      return { ...result, name, hash };
    }),
  );
  const built = results.filter(({ ok }) => ok);
  await save({ ...stamps, ...Object.fromEntries(built.map(({ name, hash }) => [name, hash])) });
  const failed = results.filter(({ ok }) => !ok);
  return {
    ok: failed.length === 0,
    output: failed.map(({ output }) => output).join('\n'),
    built: built.map(({ name }) => name),
  };
}

async function buildConsole() {
  // its settings import the contract, which is not built: from its sources
  const result = await runTool(tools.vite, ['build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    execArgv: ['--conditions=source'],
  });
  if (result.ok) {
    await precompress(join(root, 'web/dist'));
  }
  return result;
}

async function save(stamps) {
  await mkdir(join(root, '.cache'), { recursive: true });
  await writeFile(STAMPS, `${JSON.stringify(stamps, null, 2)}\n`);
}
