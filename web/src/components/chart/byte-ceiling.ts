const LEAST = 4096;

/** The top of an axis of bytes, whose quarters are round in steps of 1024: an axis of tens would say 9.77 KB. */
export function byteCeiling(values: readonly (number | null)[]): number {
  const most = values.reduce<number>((most, value) => Math.max(most, value ?? 0), LEAST);
  return 2 ** Math.ceil(Math.log2(most));
}
