/**
 * How much of something long a run does: the short form in `npm test`, the long one in `npm run soak`, which runs the
 * files that ask here.
 */
export function shortOrSoak(short: number, long: number): number {
  return process.env['JADEGATE_SOAK'] === '1' ? long : short;
}
