import { pagedList } from './cases/paged-list.ts';
import { terminalCodec } from './cases/terminal-codec.ts';
import { compare, describe, type Case } from './ratio.ts';

/** npm run bench: each figure is a ratio against a baseline measured in the same run. */
const REPETITIONS = 5;

async function run(cases: readonly Case[]): Promise<boolean> {
  let isGood = true;
  for (const subject of cases) {
    const result = await compare(subject, REPETITIONS);
    process.stdout.write(`${describe(result)}\n`);
    isGood &&= result.ratio >= subject.atLeast;
  }
  return isGood;
}

const lists = await pagedList();
try {
  const isGood = [await run([terminalCodec()]), await run(lists.cases)].every(Boolean);
  process.exitCode = isGood ? 0 : 1;
} finally {
  await lists.close();
}
