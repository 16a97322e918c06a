// Tries out a release that was made: minutes, and too long for npm test. Debian and root.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ARCHITECTURES } from './bundle.mjs';
import { inOwnNetwork } from './own-network.mjs';
import { checkBundle, checkOtherBundle, emulatorMissing } from './release-check/bundles.mjs';
import { checkService, nspawnMissing } from './release-check/service.mjs';
import { checkDeb, checkRpm } from './release-check/system-packages.mjs';
import { copyTree, makeTree } from './release-check/tree.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { fail } from './say.mjs';
import { Steps } from './steps.mjs';

/** Answers whether all went well. */
export async function checkRelease({ folder, version }) {
  if (!existsSync(join(folder, 'SHA256SUMS.sig')) || process.getuid() !== 0) {
    fail(
      '請先以 npm run release -- --key <path> 製作發行版，再以 root 執行檢查。',
      'Make a release first (npm run release -- --key <path>), then check it as root.',
    );
  }
  const steps = new Steps();
  const trees = [];
  let fresh;
  const passes = async (work) => {
    await work();
    return { ok: true };
  };
  const inFreshTree = (work) => async () => {
    const tree = await copyTree(fresh);
    trees.push(tree);
    return await work(tree);
  };
  const files = await readdir(folder);
  const fileOf = (ending) => join(folder, files.find((name) => name.endsWith(ending)) ?? '');
  const { debian, redHat } = ARCHITECTURES[process.arch];
  try {
    const made = await steps.run('a fresh Debian', () =>
      passes(async () => {
        fresh = await makeTree();
        trees.push(fresh);
      }),
    );
    if (made.ok) {
      const check = (name, work) =>
        steps.run(
          name,
          inFreshTree((tree) => passes(() => work(tree))),
        );
      await check('bundle', (tree) => checkBundle({ tree, folder, version }));
      await check('.deb', (tree) => checkDeb({ tree, file: fileOf(`_${debian}.deb`) }));
      await check('.rpm', (tree) => checkRpm({ tree, file: fileOf(`.${redHat}.rpm`) }));
      const noSystemd = nspawnMissing();
      if (noSystemd) {
        steps.skip('service', noSystemd);
      } else {
        await check('service', (tree) => checkService({ tree, file: fileOf(`_${debian}.deb`) }));
      }
      const script = join(root, 'scripts/lib/release-check/offline.mjs');
      const offline = (tree) => inOwnNetwork(process.execPath, [script, `${folder}-offline.tar`, tree]);
      await steps.run(
        'offline: from one file to a recorded terminal',
        inFreshTree((tree) => run(...offline(tree), { show: true })),
      );
    }
    const missing = emulatorMissing();
    if (missing) {
      steps.skip('bundle of the other architecture', missing);
    } else {
      await steps.run('bundle of the other architecture', () =>
        passes(() => checkOtherBundle({ folder, version })),
      );
    }
  } finally {
    await Promise.all(trees.map((tree) => rm(tree, { recursive: true, force: true })));
  }
  console.log(`\n${steps.summary()}`);
  return !steps.failed;
}
