// What a release holds for one architecture: the bundle, and the packages that are made of the same folder.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ARCHITECTURES, bundleName, stageBundle } from './bundle.mjs';
import { progress } from './progress.mjs';
import { packFolder } from './release.mjs';
import { requireOk, run } from './run.mjs';
import { buildDeb, buildRpm, stageTree } from './system-packages.mjs';

/** As Debian names what compiles for both architectures; the one of the machine itself is part of g++. */
export const COMPILER_PACKAGES = 'g++ g++-x86-64-linux-gnu g++-aarch64-linux-gnu';

/** What must be there besides git, tar and OpenSSH. */
export async function missingTools() {
  const tools = ['dpkg-deb', 'rpmbuild', ...Object.values(ARCHITECTURES).map(({ compiler }) => compiler)];
  const found = await Promise.all(tools.map((tool) => run(tool, ['--version'])));
  return tools.filter((_, index) => !found[index].ok);
}

/** Throws with what a tool said. */
export async function packFor({ architecture, release, stage, folder, version, seconds }) {
  await progress.step(`打包 ${architecture}`, `Packing for ${architecture}`, async (tell) => {
    const name = bundleName(version, architecture);
    const bundle = join(stage, name);
    const tree = join(stage, `tree-${architecture}`);
    const parts = { tree, folder, work: stage, version, architecture, seconds };
    tell('bundle');
    await stageBundle({ release, to: bundle, architecture });
    // -9 takes three times as long to save a hundredth
    requireOk(await packFolder(bundle, join(folder, `${name}.tar.gz`), seconds, 'gzip -6 -n'));
    await stageTree({ bundle, to: tree });
    tell('deb');
    await buildDeb(parts);
    tell('rpm');
    await buildRpm(parts);
    await rm(tree, { recursive: true });
  });
}
