type Stop = (signal: NodeJS.Signals) => void;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Until there is something to close. What was begun is a transaction or a file that is not in its place yet, so nothing is
 * waited for; a second signal ends the process even where a thread is busy in the database.
 */
let stop: Stop = () => {
  SIGNALS.forEach((signal) => process.removeAllListeners(signal));
  process.exit(0);
};

SIGNALS.forEach((signal) => process.on(signal, (told) => stop(told)));

/** From now on this is what a signal to stop does. */
export function onStopSignal(next: Stop): void {
  stop = next;
}
