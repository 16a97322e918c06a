const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;
const STEP = 1024;

/** `1.50 MB`: two decimals, steps of 1024; bytes are whole. Anything that is not an amount counts as nothing. */
export function formatSize(bytes: number): string {
  return inUnits(bytes, () => 2);
}

/** `1.5 MB`, `79 GB`: where there is little room, and a glance is enough. */
export function formatSizeShort(bytes: number): string {
  return inUnits(bytes, (value) => (value < 10 ? 1 : 0));
}

function inUnits(bytes: number, decimals: (value: number) => number): string {
  let value = Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
  let unit = 0;
  const text = () => value.toFixed(unit === 0 ? 0 : decimals(value));
  // Rounding counts too: 1023.999 KB would print as 1024.00 KB.
  while (Number(text()) >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${text()} ${UNITS[unit] ?? ''}`;
}
