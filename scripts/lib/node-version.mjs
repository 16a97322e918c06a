import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';

import { followParent, WITH_PINNED_NODE } from './follow-parent.mjs';
import { isPinnedForThisMachine, pinnedNode } from './pinned-node.mjs';
import { endRunning } from './run.mjs';
import { fail } from './say.mjs';

/** The oldest that runs the packages we use. */
const OLDEST_MAJOR = 24;

export function isNewEnough(version = process.versions.node) {
  return Number(version.split('.')[0]) >= OLDEST_MAJOR;
}

/**
 * Goes on where this Node is new enough. Otherwise the pinned one is fetched, `meanwhile` is done, and then it runs the same
 * script with the same arguments, and this process ends as that one does.
 */
export async function ensureNode(meanwhile = async () => {}) {
  if (isNewEnough()) {
    return;
  }
  const { node: version } = process.versions;
  if (!isPinnedForThisMachine) {
    fail(
      `需要 Node.js ${OLDEST_MAJOR} 以上，目前是 ${version}。請安裝新版後再試一次。`,
      `Node.js ${OLDEST_MAJOR} or newer is needed, this is ${version}. Install a newer one and try again.`,
    );
  }
  const fetched = pinnedNode().catch((/** @type {unknown} */ error) => {
    endRunning();
    console.error(String(error));
    fail(
      `需要 Node.js ${OLDEST_MAJOR} 以上，目前是 ${version}，而新版無法取得，原因見上。請確認網路可連到 npm 的套件來源，或自行安裝新版，再試一次。`,
      `Node.js ${OLDEST_MAJOR} or newer is needed, this is ${version}, and a newer one could not be fetched, see above. Check that npm can reach its registry, or install a newer Node, then try again.`,
    );
  });
  const [node] = await Promise.all([fetched, meanwhile()]);
  await runInstead(node);
}

async function runInstead(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      [WITH_PINNED_NODE]: '1',
    },
  });
  followParent();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // what is typed at a terminal reaches the child by itself, and a second time would mean haste
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (...end) => resolve(end));
  });
  process.exit(code ?? 128 + constants.signals[signal]);
}
