import { UserQuery } from '@jadegate/contract/identity/user';
import * as z from 'zod';

/** The list's address: a choice stays the word it is in the URL and in the filter. */
export const UserListQuery = UserQuery.extend({ online: z.enum(['true', 'false']).optional() });
export type UserListQuery = z.infer<typeof UserListQuery>;
