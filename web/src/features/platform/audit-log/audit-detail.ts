import * as z from 'zod';

/** One field that an act changed. */
export interface Difference {
  field: string;
  before: unknown;
  after: unknown;
}

interface AuditDetail {
  differences: Difference[];
  /** What is no difference, such as the reason of a refusal. */
  rest: Record<string, unknown>;
}

// A value that was or became undefined is not in the JSON.
const Change = z.union([
  z.strictObject({ before: z.unknown(), after: z.unknown().optional() }),
  z.strictObject({ before: z.unknown().optional(), after: z.unknown() }),
]);

/** Tells the before-and-after pairs of an entry from the rest of it. */
export function readDetail(detail: Record<string, unknown>): AuditDetail {
  const differences: Difference[] = [];
  const rest: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(detail)) {
    const change = Change.safeParse(value);
    if (change.success && Object.keys(change.data).length > 0) {
      differences.push({ field, before: change.data.before, after: change.data.after });
    } else {
      rest[field] = value;
    }
  }
  return { differences, rest };
}
