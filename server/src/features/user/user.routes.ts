import { listUserOptions } from '@jadegate/contract/user';

import type { Api } from '../../http/api.ts';
import type { UserService } from './user.service.ts';

export function userRoutes(api: Api, { users }: { users: UserService }): void {
  api.on(listUserOptions, () => users.listOptions());
}
