const LEAST = 4096;

/** The top of an axis of bytes, whose quarters are round in steps of 1024: an axis of tens would say 9.77 KB. */
export function byteCeiling(values: readonly number[]): number {
  const most = Math.max(LEAST, ...values);
  return 2 ** Math.ceil(Math.log2(most));
}
