import { fail } from './say.mjs';

const NEEDED = [20, 19];

/** Older versions cannot run the packages we use; say so before one of them does, in its own words. */
export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) {
    return;
  }
  const needed = NEEDED.join('.');
  fail(
    `需要 Node.js ${needed} 以上，目前是 ${version}。請安裝新版後再試一次。`,
    `Node.js ${needed} or newer is needed, this is ${version}. Install a newer one (24 is recommended) and try again.`,
  );
}
