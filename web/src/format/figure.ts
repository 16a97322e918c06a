/** A number with its unit; a dash where nobody knows it. */
export function figure(value: number | null | undefined, format: (value: number) => string): string {
  return typeof value === 'number' ? format(value) : '—';
}

/** A part of a whole in percent; null where one of them is not known. */
export function shareOf(part: number | null | undefined, whole: number | null | undefined): number | null {
  return typeof part === 'number' && typeof whole === 'number' && whole > 0 ? (part / whole) * 100 : null;
}

export const degrees = (value: number) => `${Math.round(value)} °C`;
export const watts = (value: number) => `${Math.round(value)} W`;
