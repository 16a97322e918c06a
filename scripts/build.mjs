import { describeBudget, measureBudgets } from './lib/budgets.mjs';
// npm run build: builds what changed, then checks that the console stays light enough.
import { build } from './lib/build-targets.mjs';
import { ensureNode } from './lib/node-version.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { root } from './lib/root.mjs';
import { fail } from './lib/say.mjs';

await ensureNode();
await ensurePackages();
const { ok, output, built } = await build();
if (!ok) {
  console.error(output);
  fail('建置失敗，原因見上。', 'The build failed, see above.');
}
console.log(built.length > 0 ? `built: ${built.join(', ')}` : 'built: nothing, all is up to date');

const results = await measureBudgets(`${root}/web/dist`);
results.forEach((result) => console.log(describeBudget(result)));
if (results.some((result) => !result.ok)) {
  fail(
    '首頁載入的程式碼過大。請延後載入較少用到的部分。',
    'The console loads too much code at first. Load what is rarely used later.',
  );
}
