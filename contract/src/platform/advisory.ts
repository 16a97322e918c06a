import * as z from 'zod';

import { LIMITS } from '../limits.ts';

/**
 * Security advisories, as somebody outside writes them: a file beside the installation or a document at an address. What
 * they say is shown to administrators, so it is plain text of a bounded length, without characters that hide or turn
 * around what stands beside them.
 */
const ADVISORY_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type AdvisorySeverity = (typeof ADVISORY_SEVERITIES)[number];

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;

const plain = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !HIDDEN.test(text));

const inBoth = (max: number) => z.object({ 'zh-TW': plain(max), en: plain(max) });

/** Comparisons that must all hold, separated by blanks; alternatives separated by `||`. Such as `>=1.2.0 <1.3.6`. */
const COMPARISON = String.raw`(?:<=|>=|<|>|=)?\d{1,6}\.\d{1,6}\.\d{1,6}`;
const RANGE = new RegExp(
  String.raw`^${COMPARISON}(?: ${COMPARISON})*(?: \|\| ${COMPARISON}(?: ${COMPARISON})*)*$`,
);

export const VersionRange = z.string().max(LIMITS.advisory.range).regex(RANGE);

export const Advisory = z.object({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/),
  severity: z.enum(ADVISORY_SEVERITIES),
  affected: VersionRange,
  title: inBoth(LIMITS.advisory.title),
  summary: inBoth(LIMITS.advisory.summary),
  link: z
    .string()
    .max(LIMITS.advisory.link)
    .regex(/^https:\/\/[^\s"'<>\\^`{|}]+$/)
    .refine((text) => URL.canParse(text) && new URL(text).username === '')
    .optional(),
});
export type Advisory = z.infer<typeof Advisory>;

/** The document: each entry is judged for itself, so that one that is wrong does not hide the others. */
export const AdvisoryDocument = z.object({
  advisories: z.array(z.unknown()).max(LIMITS.advisory.entries),
});

/** Nowhere, over TLS, or from this machine, for those who keep a copy beside the server. */
export const ADVISORY_ADDRESS =
  /^(|(https:\/\/[^\s/?#@]+|http:\/\/(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|localhost)(:\d{1,5})?)([/?]\S*)?)$/;
