const INTERVAL_MS = 250;

/** Set by an older Node for the pinned one that it started. */
export const WITH_PINNED_NODE = 'JADEGATE_WITH_PINNED_NODE';

/**
 * npm passes a signal on to the shell that runs our command, and that shell ends without telling us; an older Node that
 * started us may be killed. So when the parent is gone, behave as if the signal had come here.
 */
export function followParent() {
  if (!process.env.npm_lifecycle_event && !process.env[WITH_PINNED_NODE]) {
    return;
  }
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) {
      clearInterval(timer);
      process.kill(process.pid, 'SIGTERM');
    }
  }, INTERVAL_MS);
  timer.unref();
}
