import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { runNpm } from './npm.mjs';
import { progress } from './progress.mjs';
import { root } from './root.mjs';
import { requireOk, run } from './run.mjs';

/**
 * The Node that tests and releases use, and that the start takes where the one that is there is too old: packages of the
 * npm registry, which hold the binaries and headers that the Node project publishes. Their hashes are of the packages.
 */
export const PINNED = {
  version: '26.10.0',
  integrity: {
    'linux-arm64':
      'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
    'linux-x64':
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
};

const PLATFORM = `${process.platform}-${process.arch}`;
const CACHE = join(root, '.cache/node');

export const isPinnedForThisMachine = PLATFORM in PINNED.integrity;

/** The path of the pinned Node, which is fetched unless it is there. Throws where the package is not the pinned one. */
export async function pinnedNode() {
  return join(await pinnedNodeFolder(PLATFORM), 'bin/node');
}

/** The same for any platform, such as linux-x64: a folder with bin/node, its C++ headers in include, and LICENSE. */
export async function pinnedNodeFolder(platform) {
  const folder = join(CACHE, `${PINNED.version}-${platform}`);
  if (!existsSync(join(folder, 'bin/node'))) {
    await progress.step(`下載 Node.js ${PINNED.version}`, `Fetching Node.js ${PINNED.version}`, () =>
      fetchPinned(platform, folder),
    );
  }
  return folder;
}

async function fetchPinned(platform, place) {
  await mkdir(CACHE, { recursive: true });
  // beside its place, and moved there when it is whole: two starts at once do not see halves
  const folder = await mkdtemp(join(CACHE, 'fetch-'));
  try {
    const name = `node-${platform}@${PINNED.version}`;
    requireOk(await runNpm(['pack', name, '--pack-destination', folder, '--loglevel=error']));
    const [archive = ''] = await readdir(folder);
    await requireIntegrity(join(folder, archive), PINNED.integrity[platform]);
    const parts = ['package/bin/node', 'package/include', 'package/LICENSE'];
    requireOk(await run('tar', ['-xzf', join(folder, archive), '-C', folder, ...parts]));
    try {
      await rename(join(folder, 'package'), place);
    } catch (error) {
      // somebody else was quicker
      if (!existsSync(place)) {
        throw error;
      }
    }
    return { ok: true };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws when a file is not the one whose hash is given, as npm writes hashes in its lock files. */
export async function requireIntegrity(path, integrity) {
  const [algorithm] = integrity.split('-', 1);
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  const found = `${algorithm}-${hash.digest('base64')}`;
  if (found !== integrity) {
    throw new Error(`${path} has the hash ${found}, and not the pinned ${integrity}`);
  }
}
