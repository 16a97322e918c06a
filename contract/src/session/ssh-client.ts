import * as z from 'zod';

import { ChannelRights } from '../access/channel-rights.ts';
import { endpoint } from '../endpoint.ts';
import { FamilyTime, Id } from '../scalars.ts';

/** What somebody needs to know to reach an asset with an SSH client of their own. Where to is `GET /ssh-door`. */
export const SshHelp = z.object({
  /** The user name that leads to the asset. */
  user: z.string(),
  /** The one that leads to the menu, and through which a client jumps. */
  person: z.string(),
  /** What the asset is called in commands: its name, or a handle where that would need quotes. */
  asset: z.string(),
  /** The account on the asset, which a client that jumps names; empty where it is asked for. */
  account: z.string(),
  channels: ChannelRights,
  /** Whether files may be sent and fetched. */
  upload: z.boolean(),
  download: z.boolean(),
  /** Only the commands that the strategy lists can be run. */
  commandsOnly: z.boolean(),
});
export type SshHelp = z.infer<typeof SshHelp>;

export const getSshHelp = endpoint({
  method: 'GET',
  path: '/assets/:id/ssh-help',
  access: 'signed-in',
  summary: 'How one reaches an asset, which one may use, with an SSH client of one’s own.',
  params: z.object({ id: Id }),
  response: SshHelp,
});

/** The name of the token in the address of the generated `ssh_config`. */
export const SSH_CONFIG_TOKEN = 'token';

export const OwnSshConfig = z.object({
  /** Whether there is an address from which it is read. */
  isMade: z.boolean(),
  created: FamilyTime,
  lastUsed: FamilyTime,
  lastAddress: z.string(),
});
export type OwnSshConfig = z.infer<typeof OwnSshConfig>;

export const getOwnSshConfig = endpoint({
  method: 'GET',
  path: '/account/ssh-config',
  access: 'signed-in',
  summary: 'Whether one’s generated `ssh_config` has an address, and when it was last read.',
  interactive: true,
  response: OwnSshConfig,
});

export const makeOwnSshConfig = endpoint({
  method: 'POST',
  path: '/account/ssh-config',
  access: 'signed-in',
  summary:
    'Makes the address of one’s generated `ssh_config`, in place of an earlier one. The answer is the only place that ever shows its token.',
  interactive: true,
  perMinute: 20,
  response: z.object({ token: z.string() }),
});

export const revokeOwnSshConfig = endpoint({
  method: 'DELETE',
  path: '/account/ssh-config',
  access: 'signed-in',
  summary: 'Takes the address of one’s generated `ssh_config` away at once.',
  interactive: true,
});

export const readSshConfig = endpoint({
  method: 'GET',
  path: '/ssh-config',
  access: 'public',
  summary:
    'A client configuration with every SSH asset that the person of this token may use: names, and the address of this server. No secrets.',
  query: z.object({ [SSH_CONFIG_TOKEN]: z.string().max(100) }),
  perMinute: 30,
  download: true,
});
