import * as z from 'zod';

/** Fingers move the pointer as on a laptop, or press where they touch. */
export const TouchMode = z.enum(['touchpad', 'direct']);
export type TouchMode = z.infer<typeof TouchMode>;
