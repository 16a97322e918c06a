// oxlint-disable-next-line no-restricted-properties -- the only way to set the zone of a process
const environment = process.env;

/** The zone of the machine, or what TZ said when the process began. */
const ofMachine = environment['TZ'];

/**
 * From now on this process reckons and prints times of day in this zone; empty is that of the machine. Node reads TZ again
 * whenever it is set, so one place decides for every `Date`, whoever asks it.
 */
export function useTimeZone(name: string): void {
  const wanted = name === '' ? ofMachine : name;
  if (environment['TZ'] === wanted) {
    return;
  }
  if (wanted === undefined) {
    delete environment['TZ'];
  } else {
    environment['TZ'] = wanted;
  }
}

/** The name of the zone in which times of day are meant. */
export function timeZoneInUse(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
