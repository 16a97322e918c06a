const INTERVAL_MS = 250;

/**
 * npm passes a signal on to the shell that runs our command, and that shell ends without telling us. So when the
 * parent is gone, behave as if the signal had come here.
 */
export function followParent() {
  if (!process.env.npm_lifecycle_event) {
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
