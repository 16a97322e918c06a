// npm run check: types, lint, format, words and the tests that need no host and no build. The quick loop while working.
import { beginSteps } from './lib/begin.mjs';
import { checkSteps } from './lib/check-steps.mjs';
import { runVitest } from './lib/vitest.mjs';

const steps = await beginSteps();
for (const [name, work] of Object.entries(checkSteps)) {
  await steps.run(name, work);
}
await steps.run('tests', () => runVitest(['scripts', 'contract', 'server', 'web']));
console.log(`\n${steps.summary()}`);
process.exitCode = steps.failed ? 1 : 0;
