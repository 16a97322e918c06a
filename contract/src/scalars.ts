import * as z from 'zod';

import { LIMITS } from './limits.ts';

/** Opaque to clients. The pattern keeps `../`, wildcards and separators out before any query is made. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** Comma-joined ids in one path segment, as bulk calls send them. */
export const IdList = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*$/)
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(Id).max(LIMITS.idsPerCall.max));

/** `YYYY-MM-DD HH:mm:ss` in the server's time zone, as the product family prints times. */
export const FamilyTime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** What a never-set time looks like in that form. */
export const NEVER = '0001-01-01 00:00:00';

/** Nothing that cannot be seen or turns the direction of writing; what joins letters and emoji may stay. */
const SEEN = /^[^\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]*$/u;

/** A name people give things: trimmed, never blank, on one line, and what it looks like. */
export const Name = z.string().trim().min(1).max(LIMITS.name.max).regex(SEEN);

/** `true` or `false` in a query; anything empty means no filter. */
export const TextFlag = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
);

/** The place of a secret in a response: always empty. A service that put one here would fail, not leak. */
export const BlankSecret = z.literal('');

/**
 * Fields that clients of the product family send back because they were in the answer.
 * They are accepted and dropped; every other unknown field is refused.
 */
export function echoed<const Names extends readonly string[]>(...names: Names) {
  return Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as {
    [Key in Names[number]]: z.ZodOptional<z.ZodUnknown>;
  };
}
