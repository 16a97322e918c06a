import { followParent } from './follow-parent.mjs';
import { requireNode } from './node-version.mjs';
import { ensurePackages } from './packages.mjs';
import { endRunning } from './run.mjs';
import { Steps } from './steps.mjs';

/** What every run of steps begins with: the right Node, the packages, and an end when somebody interrupts it. */
export async function beginSteps() {
  requireNode();
  followParent();
  await ensurePackages();
  const steps = new Steps();
  const interrupt = () => {
    steps.interrupt();
    endRunning();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('SIGHUP', interrupt);
  return steps;
}
