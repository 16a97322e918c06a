import { getPreferences, savePreferences } from '@jadegate/contract/identity/user-preference';

import type { Api } from '../../http/api.ts';
import type { UserPreferenceService } from './user-preference.service.ts';

export function userPreferenceRoutes(
  api: Api,
  { userPreferences }: { userPreferences: UserPreferenceService },
): void {
  api.on(getPreferences, ({ actor }) => userPreferences.find(actor.userId));
  api.on(savePreferences, ({ actor, body }) => userPreferences.save(actor.userId, body));
}
