import * as z from 'zod';

import { PROTOCOLS } from '../access/asset-attributes.ts';
import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import type { SettingValue } from '../platform/setting.ts';
import { FamilyTime, Id } from '../scalars.ts';

/** Looking on, or typing too. */
export const SHARE_MODES = ['read', 'write'] as const;
export type ShareMode = (typeof SHARE_MODES)[number];

/** People by name, or everybody who is signed in and has the link. */
export const SHARE_AUDIENCES = ['named', 'signed-in'] as const;
type ShareAudience = (typeof SHARE_AUDIENCES)[number];

export type SharingPolicy = SettingValue<'session-sharing'>;

export function allowsAudience(policy: SharingPolicy, audience: ShareAudience): boolean {
  return policy === 'signed-in' || policy === audience;
}

const Username = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.username.max)
  .regex(/^\P{Cc}*$/u);

export const NewShare = z.strictObject({
  mode: z.enum(SHARE_MODES),
  audience: z.enum(SHARE_AUDIENCES),
  /** As typed: whether such a person exists is not said. */
  usernames: z
    .array(Username)
    .max(LIMITS.shareUsers.max)
    .default(() => []),
  minutes: z
    .number()
    .int()
    .min(LIMITS.shareMinutes.min)
    .max(LIMITS.shareMinutes.max)
    .default(LIMITS.shareMinutes.default),
});
export type NewShare = z.infer<typeof NewShare>;

export const SessionShare = z.object({
  id: z.string(),
  mode: z.enum(SHARE_MODES),
  audience: z.enum(SHARE_AUDIENCES),
  usernames: z.array(z.string()),
  creatorName: z.string(),
  creatorAccount: z.string(),
  expires: FamilyTime,
});
export type SessionShare = z.infer<typeof SessionShare>;

const ParticipantRow = z.object({
  name: z.string(),
  username: z.string(),
  mode: z.enum(SHARE_MODES),
});

export const Sharing = z.object({
  /** What the installation allows. */
  policy: z.enum(['off', 'named', 'signed-in']),
  /** Whether this person may let others type. */
  mayWrite: z.boolean(),
  /** Those that are open. */
  shares: z.array(SessionShare),
  participants: z.array(ParticipantRow),
});
export type Sharing = z.infer<typeof Sharing>;

const ById = z.object({ id: Id });

export const getSharing = endpoint({
  method: 'GET',
  path: '/sessions/:id/shares',
  access: 'signed-in',
  summary: 'The open shares of a live session and who is in it: for its person and administrators who watch.',
  held: true,
  params: ById,
  response: Sharing,
});

export const createShare = endpoint({
  method: 'POST',
  path: '/sessions/:id/shares',
  access: 'signed-in',
  summary: 'Shares a live session. The answer is the only place that ever shows the token of the link.',
  interactive: true,
  perMinute: 30,
  held: true,
  params: ById,
  body: NewShare,
  response: SessionShare.extend({ token: z.string() }),
});

export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/sessions/:id/shares/:shareId',
  access: 'signed-in',
  summary: 'Revokes a share. Everybody who came with it is out at once.',
  interactive: true,
  held: true,
  params: ById.extend({ shareId: Id }),
});

/** A seat in a live session, for the person who asked, once and for a minute. */
export const Seat = z.object({
  id: z.string(),
  /** Says what shows the session: a terminal or a desktop. */
  protocol: z.enum(PROTOCOLS),
  assetName: z.string(),
  ownerName: z.string(),
  ownerAccount: z.string(),
  mode: z.enum(SHARE_MODES),
  /** Null for an administrator, whose right has no end. */
  expires: FamilyTime.nullable(),
  /** What the strategy of the session's person says about the clipboard. */
  mayCopy: z.boolean(),
  mayPaste: z.boolean(),
});
export type Seat = z.infer<typeof Seat>;

export const openShare = endpoint({
  method: 'POST',
  path: '/share-sessions',
  access: 'signed-in',
  summary: 'Exchanges the token of a share for a seat. The token stays out of addresses and logs.',
  interactive: true,
  perMinute: 30,
  held: true,
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  response: Seat,
});

export const joinSession = endpoint({
  method: 'POST',
  path: '/sessions/:id/join',
  access: ['online-session-join'],
  summary: 'A seat with input in anybody’s live session.',
  interactive: true,
  held: true,
  params: ById,
  response: Seat,
});

export const shareSocket = endpoint({
  method: 'GET',
  path: '/share-sessions/:id/ssh',
  access: 'signed-in',
  summary: 'Socket: takes a seat. The screen as it is, then what happens; input where the seat allows it.',
  interactive: true,
  socket: true,
  holds: 'watch',
  held: true,
  params: ById,
  query: z.object({ protocol: z.enum(['text', 'binary']).catch('text') }),
});

/** What a recording says about those who were there. Who types is told when hands change, never what. */
export type ParticipantMark =
  | { kind: 'join'; mode: ShareMode; username: string }
  | { kind: 'leave'; username: string }
  | { kind: 'hands'; username: string };

export function markLabel(mark: ParticipantMark): string {
  return mark.kind === 'join' ? `join:${mark.mode}:${mark.username}` : `${mark.kind}:${mark.username}`;
}

/** Undefined for marks of another kind. */
export function readMark(label: string): ParticipantMark | undefined {
  const join = /^join:(read|write):(.+)$/su.exec(label);
  if (join) {
    return { kind: 'join', mode: join[1] as ShareMode, username: join[2] ?? '' };
  }
  const other = /^(leave|hands):(.+)$/su.exec(label);
  return other ? { kind: other[1] as 'leave' | 'hands', username: other[2] ?? '' } : undefined;
}
