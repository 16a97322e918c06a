// npm start: on a fresh clone installs packages, builds, and runs the server; later it does only what has changed. A
// release is built already. With --install-only nothing is run: an upgrade fetches and builds while the version before serves.
import module from 'node:module';
import { pathToFileURL } from 'node:url';

import { followParent } from './lib/follow-parent.mjs';
import { ensureNode } from './lib/node-version.mjs';
import { ensurePackages, installPackages } from './lib/packages.mjs';
import { isRelease } from './lib/release-mark.mjs';
import { root } from './lib/root.mjs';
import { endRunning } from './lib/run.mjs';
import { fail, say } from './lib/say.mjs';

const install = () => installPackages({ dev: false });
await ensureNode(install);
followParent();
await ensurePackages({ install, beside: isRelease ? undefined : buildWhatChanged });

if (process.argv.includes('--install-only')) {
  say('已安裝並建置，可以啟動。', 'Installed and built; ready to start.');
} else {
  module.enableCompileCache(`${root}/.cache/compiled`);
  // In this process, so that signals reach the server and its exit code is ours.
  const main = `${root}/server/dist/main.js`;
  process.argv[1] = main;
  await import(pathToFileURL(main).href);
}

async function buildWhatChanged() {
  const { build } = await import('./lib/build-targets.mjs');
  const { ok, output } = await build();
  if (!ok) {
    endRunning();
    console.error(output);
    fail(
      '建置失敗，原因見上。若您沒有改過程式碼，請刪除 node_modules 後再試一次。',
      'The build failed, see above. If you did not change the code, remove node_modules and try again.',
    );
  }
}
