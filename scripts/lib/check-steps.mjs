// The checks that need neither a build nor a host. Each answers { ok, output }.
import { run, runTool } from './run.mjs';
import { tools } from './tools.mjs';

const WORKSPACES = ['contract', 'server', 'web', 'e2e', 'bench'];

async function types() {
  const results = [];
  for (const workspace of WORKSPACES) {
    results.push(await runTool(tools.tsc, ['-p', workspace, '--pretty', 'false']));
  }
  return { ok: results.every(({ ok }) => ok), output: results.map(({ output }) => output).join('') };
}

export const checkSteps = {
  types,
  lint: () => runTool(tools.oxlint, []),
  format: () => runTool(tools.oxfmt, ['--check']),
  words: () => run(process.execPath, ['scripts/words.mjs']),
};
