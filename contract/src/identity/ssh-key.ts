import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { FamilyTime, Id, Name } from '../scalars.ts';
import { Reauthentication } from './account.ts';

export const SshKeyRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The directory that it comes from and goes with; empty for one that was added here. */
  source: z.string(),
  /** `ssh-ed25519`, `sk-ssh-ed25519@openssh.com` … */
  algorithm: z.string(),
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  fingerprint: z.string(),
  created: FamilyTime,
  expires: FamilyTime,
  isExpired: z.boolean(),
  lastUsed: FamilyTime,
  lastAddress: z.string(),
});
export type SshKeyRow = z.infer<typeof SshKeyRow>;

/** Whether a text is, or holds, what nobody but its owner may see. Such a text does not leave the browser. */
export function isPrivateKey(text: string): boolean {
  return /PRIVATE KEY|PuTTY-User-Key-File/i.test(text);
}

export const NewSshKey = Reauthentication.extend({
  name: Name.max(LIMITS.sshKeyName.max),
  /** The line of the `.pub` file. */
  publicKey: z.string().trim().min(1).max(LIMITS.publicKey.max),
  /** 0: it has no end. */
  days: z.number().int().min(LIMITS.sshKeyDays.min).max(LIMITS.sshKeyDays.max).default(0),
});
export type NewSshKey = z.infer<typeof NewSshKey>;

export const listOwnSshKeys = endpoint({
  method: 'GET',
  path: '/account/ssh-keys',
  access: 'signed-in',
  summary: 'One’s own SSH keys.',
  interactive: true,
  response: z.array(SshKeyRow),
});

export const addSshKey = endpoint({
  method: 'POST',
  path: '/account/ssh-keys',
  access: 'signed-in',
  summary:
    'Adds a public key to sign in with at SSH clients. Needs no password or code within 15 minutes of signing in or of the last proof.',
  interactive: true,
  proof: 'recent',
  perMinute: 20,
  perPerson: 20,
  body: NewSshKey,
  response: SshKeyRow,
});

export const removeOwnSshKey = endpoint({
  method: 'DELETE',
  path: '/account/ssh-keys/:id',
  access: 'signed-in',
  summary: 'Deletes one of one’s own SSH keys at once.',
  interactive: true,
  params: z.object({ id: Id }),
});

export const listSshKeysOfUser = endpoint({
  method: 'GET',
  path: '/users/:id/ssh-keys',
  access: ['user-detail'],
  summary: 'The SSH keys of a person.',
  params: z.object({ id: Id }),
  response: z.array(SshKeyRow),
});

export const removeSshKeyOfUser = endpoint({
  method: 'DELETE',
  path: '/users/:id/ssh-keys/:keyId',
  access: ['user-edit'],
  summary: 'Deletes an SSH key of a person at once.',
  params: z.object({ id: Id, keyId: Id }),
});
