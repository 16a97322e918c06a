import * as z from 'zod';

import { endpoint } from './endpoint.ts';

export const UserOption = z.object({ id: z.string(), nickname: z.string() });
export type UserOption = z.infer<typeof UserOption>;

export const listUserOptions = endpoint({
  method: 'GET',
  path: '/users',
  access: [
    'user',
    'user-group-add',
    'user-group-edit',
    'asset-change-owner',
    'asset-authorised-user',
    'command-change-owner',
    'credential-change-owner',
  ],
  summary: 'Everybody’s id and display name, for pickers.',
  response: z.array(UserOption),
});
