const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;
const STEP = 1024;

/** `1.50 MB`: two decimals, steps of 1024. Anything that is not an amount counts as nothing. */
export function formatSize(bytes: number): string {
  const amount = Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
  let value = amount;
  let unit = 0;
  // Rounding counts too: 1023.999 KB would print as 1024.00 KB.
  while (Number(value.toFixed(2)) >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${value.toFixed(2)} ${UNITS[unit] ?? ''}`;
}
