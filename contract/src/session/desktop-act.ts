import * as z from 'zod';

/**
 * What went into a desktop or came out of it, and what was typed there. `copy` and `download` leave the desktop, `paste`
 * and `upload` go into it.
 */
const DESKTOP_ACTS = ['copy', 'paste', 'upload', 'download', 'typed'] as const;

export const DesktopAct = z.object({
  kind: z.enum(DESKTOP_ACTS),
  /** The moment in the recording, milliseconds from its beginning. */
  at: z.number().int().min(0),
  /** What went over; 0 for what was typed. */
  bytes: z.number().int().min(0),
  /** SHA-256 of those bytes; empty for what was typed, and for what was refused. */
  checksum: z.string(),
  /** Of a file. */
  name: z.string(),
  /** What was typed, or copied and pasted where that is kept; otherwise empty. The beginning, when there was much. */
  text: z.string(),
  /** Refused, or broken off. */
  isFailed: z.boolean(),
});
export type DesktopAct = z.infer<typeof DesktopAct>;
