import { sendTestMail } from '@jadegate/contract/platform/setting-endpoints';

import type { Api } from '../../http/api.ts';
import type { MailService } from './mail.service.ts';

export function mailRoutes(api: Api, { mail }: { mail: MailService }): void {
  api.on(sendTestMail, ({ actor, body }) => mail.sendTest(actor, body.to, body.settings));
}
