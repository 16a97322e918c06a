// node scripts/mutants.mjs: takes each rule of docs/security.md out in a copy of this checkout and expects the test that
// the row names to fail. `npm run soak` does the same with hosts, `npm run soak -- mutants` nothing else.
//   node scripts/mutants.mjs SEC-23 SEC-30    only these rows
//   --new      only those that docs/security.md does not list yet
//   --quick    without a look beforehand at whether the tests pass with every rule in place
//   --hosts    also those whose tests ask the test hosts, which must be running
//   --write    says in docs/security.md which were killed
import { beginSteps } from './lib/begin.mjs';
import { runMutants } from './lib/run-mutants.mjs';

const words = process.argv.slice(2);
const rows = words.filter((word) => word.startsWith('SEC-'));
const steps = await beginSteps({ installs: false });
await steps.run('mutants', () =>
  runMutants({
    choose: ({ row }) => rows.length === 0 || rows.includes(row),
    onlyNew: words.includes('--new'),
    quick: words.includes('--quick'),
    hosts: words.includes('--hosts'),
    write: words.includes('--write'),
    isStopped: () => steps.isInterrupted,
  }),
);
console.log(`\n${steps.summary()}`);
process.exitCode = steps.failed ? 1 : 0;
