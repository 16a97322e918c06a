// What goes with evidence that leaves the house: a verifier and a player, each one file that needs nothing else.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const common = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  logLevel: 'warning',
  conditions: ['source'],
  legalComments: 'none',
};

async function compile(options) {
  const { outputFiles } = await build({ ...common, ...options });
  return (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
}

/** Not minified: whoever runs it in court may want to read it first. */
async function verifier() {
  const file = await compile({
    entryPoints: ['server/src/evidence-verifier/main.ts'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile: 'verifier.js',
  });
  return file('.js');
}

/** A page for the disk: it may load nothing, and run nothing but what is in it. */
async function player() {
  const file = await compile({
    entryPoints: ['web/src/evidence-player/main.ts'],
    platform: 'browser',
    format: 'iife',
    target: 'es2023',
    minify: true,
    charset: 'ascii',
    outdir: 'player',
  });
  const [script, style] = [file('.js'), file('.css')].map((text) => text.replaceAll('</', '<\\/'));
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="zh-Hant-TW">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Jadegate</title>
<style>${style}</style>
</head>
<body>
<main id="player"></main>
<script>${script}</script>
</body>
</html>
`;
}

export async function buildEvidenceTools(folder) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'jadegate-verify.mjs'), await verifier());
  await writeFile(join(folder, 'player.html'), await player());
}
