import * as z from 'zod';

const Named = z.object({ id: z.string(), name: z.string() });

/** What a source says of somebody as it came: the claims of a provider, or the entry of a directory. */
export const RAW_PARTS = ['idToken', 'userinfo', 'entry'] as const;

/** Whether an account may be used where it is kept. */
export const ACCOUNT_STATES = ['active', 'disabled', 'locked', 'expired'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** What a source says of somebody, which rule gives what, and what a login would do. Nothing is made by it. */
export const SourceTest = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** As JSON. */
  raw: z.array(z.object({ part: z.enum(RAW_PARTS), json: z.string() })),
  username: z.string(),
  nickname: z.string(),
  mail: z.string(),
  /** Null where the source does not say. */
  isMailVerified: z.boolean().nullable(),
  hasFactor: z.boolean().nullable(),
  accountState: z.enum(ACCOUNT_STATES).nullable(),
  groups: z.array(z.string()),
  /** Which rule gave what; in the order of the rules. */
  matched: z.array(z.object({ value: z.string(), roles: z.array(Named), groups: z.array(Named) })),
  /** Groups that no rule names. */
  ignored: z.array(z.string()),
  /** The source left groups out because they are too many. */
  isCutOff: z.boolean(),
  roles: z.array(Named),
  userGroups: z.array(Named),
  assets: z.object({ total: z.number().int(), names: z.array(z.string()) }),
  /** What a login would do. */
  outcome: z.enum(['known', 'linked', 'created', 'refused']),
  /** Of the account that it would be; empty where it is refused. */
  account: z.string(),
  /** Why it is refused, as a sentence. */
  reason: z.string(),
});
export type SourceTest = z.infer<typeof SourceTest>;
