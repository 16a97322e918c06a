import { changeOwnMail, changeOwnName, getOwnProfile } from '@jadegate/contract/identity/own-profile';

import type { Api } from '../../http/api.ts';
import type { ProfileService } from './profile.service.ts';

export function profileRoutes(api: Api, { profiles }: { profiles: ProfileService }): void {
  api.on(getOwnProfile, ({ actor }) => profiles.get(actor));
  api.on(changeOwnName, ({ actor, body }) => profiles.changeName(actor, body));
  api.on(changeOwnMail, ({ actor, body }) => profiles.changeMail(actor, body));
}
