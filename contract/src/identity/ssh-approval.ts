import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { FamilyTime, Id } from '../scalars.ts';

/** Nothing in it that looks like something else. */
export const APPROVAL_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const APPROVAL_CODE_LENGTH = 6;
/** Wrong codes that are judged; with the last of them the connection is refused. */
export const APPROVAL_TRIES = 5;

/** Where in the console a person approves a connection. */
export function approvalPath(id: string): string {
  return `/ssh-approval?id=${id}`;
}

const SSH_APPROVAL_STATES = ['waiting', 'approved', 'refused'] as const;

/** A connection of an SSH client that says it is one’s own. The code stands in the terminal only. */
export const SshApproval = z.object({
  id: z.string(),
  /** Empty where no asset was named. */
  assetName: z.string(),
  address: z.string(),
  /** Of the key that the client offered; empty where there was none. */
  fingerprint: z.string(),
  created: FamilyTime,
  expires: FamilyTime,
  state: z.enum(SSH_APPROVAL_STATES),
  triesLeft: z.number().int(),
});
export type SshApproval = z.infer<typeof SshApproval>;

/** As typed: case, spaces and dashes do not matter. */
export const ApprovalCode = z.strictObject({ code: z.string().trim().min(1).max(20) });
export type ApprovalCode = z.infer<typeof ApprovalCode>;

const ById = z.object({ id: Id });

export const getSshApproval = endpoint({
  method: 'GET',
  path: '/account/ssh-approvals/:id',
  access: 'signed-in',
  summary: 'An SSH connection that waits for one’s own approval.',
  interactive: true,
  params: ById,
  response: SshApproval,
});

export const approveSsh = endpoint({
  method: 'POST',
  path: '/account/ssh-approvals/:id/approve',
  access: 'signed-in',
  summary: 'Approves it with the code that its terminal shows. Five wrong ones refuse it.',
  interactive: true,
  perMinute: 20,
  params: ById,
  body: ApprovalCode,
  response: SshApproval,
});

export const refuseSsh = endpoint({
  method: 'POST',
  path: '/account/ssh-approvals/:id/refuse',
  access: 'signed-in',
  summary: 'Refuses it.',
  interactive: true,
  params: ById,
  response: SshApproval,
});
