import {
  getGuacdHealth,
  getSettings,
  sendTestMail,
  updateSettings,
} from '@jadegate/contract/platform/setting-endpoints';

import type { Api } from '../../http/api.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { GuacdService } from './guacd.service.ts';
import type { SettingService } from './setting.service.ts';

interface Dependencies {
  settings: SettingService;
  mail: MailService;
  guacd: GuacdService;
}

export function settingRoutes(api: Api, { settings, mail, guacd }: Dependencies): void {
  api.on(getSettings, () => settings.list());
  api.on(updateSettings, ({ actor, body }) => settings.update(actor, body));
  api.on(sendTestMail, ({ actor, body }) => mail.sendTest(actor, body.to, body.settings));
  api.on(getGuacdHealth, ({ actor }) => guacd.health(actor.language));
}
