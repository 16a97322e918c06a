/**
 * How much of something long, or whether, a run does: the short form in `npm test`, the long one in `npm run soak`, which runs the
 * files that ask here.
 */
export function shortOrSoak<Amount>(short: Amount, long: Amount): Amount {
  return process.env['JADEGATE_SOAK'] === '1' ? long : short;
}
