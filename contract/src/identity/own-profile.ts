import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Reauthentication } from './account.ts';
import { Mail, Nickname } from './user.ts';

/** What people may change of themselves. Apart from the account info, which browsers keep. */
export const OwnProfile = z.object({
  nickname: z.string(),
  mail: z.string(),
  /** Empty for people kept here; all others are changed where they come from. */
  source: z.string(),
});
export type OwnProfile = z.infer<typeof OwnProfile>;

export const OwnNameChange = z.strictObject({ nickname: Nickname });
export type OwnNameChange = z.infer<typeof OwnNameChange>;

/** An empty address is one, too: whoever gives it is told nothing by mail any more. */
export const OwnMailChange = Reauthentication.extend({ mail: Mail });
export type OwnMailChange = z.infer<typeof OwnMailChange>;

export const getOwnProfile = endpoint({
  method: 'GET',
  path: '/account/profile',
  access: 'signed-in',
  summary: 'One’s own display name and mail address.',
  interactive: true,
  response: OwnProfile,
});

export const changeOwnName = endpoint({
  method: 'PUT',
  path: '/account/profile',
  access: 'signed-in',
  summary: 'Changes one’s own display name. Refused for people whose account is kept elsewhere.',
  interactive: true,
  perMinute: 20,
  body: OwnNameChange,
});

export const changeOwnMail = endpoint({
  method: 'PUT',
  path: '/account/mail',
  access: 'signed-in',
  summary:
    'Changes one’s own mail address; an empty one removes it. Needs the password or a current code each time, and is told to the old address.',
  interactive: true,
  proof: 'always',
  perMinute: 20,
  body: OwnMailChange,
});
