import { familyTime } from '../kernel/family-time.ts';

/** What the operator reads when new host keys were made: fingerprints are compared, so they stand in lines of their own. */
export function rotatedText(
  { presentedFrom, fingerprints }: { presentedFrom: number; fingerprints: readonly string[] },
  overlapDays: number,
): string[] {
  return [
    overlapDays === 0
      ? 'clients are shown the new keys at once, and warn whoever knows only the old ones:'
      : `clients are shown the new keys from ${familyTime(presentedFrom)}, and told of them until then:`,
    ...fingerprints.map((fingerprint) => `  ${fingerprint}`),
  ];
}
