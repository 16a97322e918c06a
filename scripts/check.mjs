// npm run check: types, lint, format, words and the tests that need no host and no build. The quick loop while working.
import { checkSteps } from './lib/check-steps.mjs';
import { followParent } from './lib/follow-parent.mjs';
import { requireNode } from './lib/node-version.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { endRunning } from './lib/run.mjs';
import { Steps } from './lib/steps.mjs';
import { runVitest } from './lib/vitest.mjs';

requireNode();
followParent();
await ensurePackages();

const steps = new Steps();
const interrupt = () => {
  steps.interrupt();
  endRunning();
};
process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
for (const [name, work] of Object.entries(checkSteps)) {
  await steps.run(name, work);
}
await steps.run('tests', () => runVitest(['scripts', 'contract', 'server', 'web']));
console.log(`\n${steps.summary()}`);
process.exitCode = steps.failed ? 1 : 0;
