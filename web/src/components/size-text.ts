const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes as people read it: three figures at most after the unit was chosen. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${UNITS[unit] ?? ''}`;
}
