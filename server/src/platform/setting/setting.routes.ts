import { getGuacdHealth, getSettings, updateSettings } from '@jadegate/contract/platform/setting-endpoints';

import type { Api } from '../../http/api.ts';
import type { GuacdService } from './guacd.service.ts';
import type { SettingService } from './setting.service.ts';

interface Dependencies {
  settings: SettingService;
  guacd: GuacdService;
}

export function settingRoutes(api: Api, { settings, guacd }: Dependencies): void {
  api.on(getSettings, () => settings.list());
  api.on(updateSettings, ({ actor, body }) => settings.update(actor, body));
  api.on(getGuacdHealth, ({ actor }) => guacd.health(actor.language));
}
