import { assets } from './cases/assets.ts';
import { authorised } from './cases/authorised.ts';
import { deepPages } from './cases/deep-pages.ts';
import { pagedList } from './cases/paged-list.ts';
import { reachability } from './cases/reachability.ts';
import { terminalCodec } from './cases/terminal-codec.ts';
import { userList } from './cases/user-list.ts';
import { compare, describe, type Case } from './ratio.ts';

/** npm run bench: each figure is a ratio against a baseline measured in the same run. */
const REPETITIONS = 5;

async function run(cases: readonly Case[]): Promise<boolean> {
  let areGood = true;
  for (const subject of cases) {
    const result = await compare(subject, REPETITIONS);
    process.stdout.write(`${describe(result)}\n`);
    areGood &&= result.ratio >= subject.atLeast;
  }
  return areGood;
}

let isGood = await run([terminalCodec()]);
for (const prepare of [pagedList, assets, deepPages, userList, reachability, authorised]) {
  const prepared = await prepare();
  try {
    isGood = (await run(prepared.cases)) && isGood;
  } finally {
    await prepared.close();
  }
}
process.exitCode = isGood ? 0 : 1;
