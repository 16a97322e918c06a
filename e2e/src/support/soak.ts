const isLong = process.env['JADEGATE_SOAK'] === '1';

/**
 * For tests that only `npm run soak` runs, also with several servers, where amounts stay short. A file of nothing but such
 * tests has `.soak.` in its name instead.
 */
export const isSoak = isLong || process.env['JADEGATE_E2E_SERVERS'] !== undefined;

/** How much of something long a run does: the short form in `npm test`, the long one in `npm run soak`. */
export function shortOrSoak<Amount>(short: Amount, long: Amount): Amount {
  return isLong ? long : short;
}
