import { followParent } from './follow-parent.mjs';
import { hostsUnavailable, stopHostsOutside } from './hosts.mjs';
import { ensureNode } from './node-version.mjs';
import { ensureOwnProcesses, isInside } from './own-processes.mjs';
import { ensurePackages } from './packages.mjs';
import { endRunning } from './run.mjs';
import { Steps } from './steps.mjs';

/**
 * What every run of steps begins with: the right Node, the packages, and an end when somebody interrupts it. Without
 * `installs` the packages are taken as they are, and nothing is fetched. With `ownProcesses` what the steps start ends with
 * them, and its processor time is counted.
 */
export async function beginSteps({ installs = true, ownProcesses = false } = {}) {
  await ensureNode();
  followParent();
  if (installs) {
    await ensurePackages();
  }
  if (ownProcesses) {
    if (!isInside && hostsUnavailable() === undefined) {
      await stopHostsOutside();
    }
    await ensureOwnProcesses();
  }
  const steps = new Steps();
  const interrupt = () => {
    steps.interrupt();
    endRunning();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('SIGHUP', interrupt);
  return steps;
}
