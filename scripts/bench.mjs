// npm run bench [-- name...]: see bench/src/main.ts. With the right Node and the packages in place.
import { ensureNode } from './lib/node-version.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { root } from './lib/root.mjs';
import { runTool } from './lib/run.mjs';
import { tools } from './lib/tools.mjs';

await ensureNode();
await ensurePackages();
const { ok } = await runTool(tools.tsx, ['--conditions=source', 'src/main.ts', ...process.argv.slice(2)], {
  cwd: `${root}/bench`,
  show: true,
});
process.exitCode = ok ? 0 : 1;
