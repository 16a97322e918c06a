import {
  confirmTotp,
  getSecondFactor,
  makeRecoveryCodes,
  reloadTotp,
  resetTotp,
} from '@jadegate/contract/identity/second-factor';

import type { Api } from '../../http/api.ts';
import type { EnrolmentService } from './enrolment.service.ts';

export function enrolmentRoutes(api: Api, { enrolment }: { enrolment: EnrolmentService }): void {
  api.on(getSecondFactor, ({ actor }) => enrolment.state(actor));
  api.on(reloadTotp, ({ actor }) => enrolment.begin(actor));
  api.on(confirmTotp, async ({ actor, body }) => ({ recoveryCodes: await enrolment.confirm(actor, body) }));
  api.on(resetTotp, ({ actor, body }) => enrolment.remove(actor, body));
  api.on(makeRecoveryCodes, async ({ actor, body }) => ({
    recoveryCodes: await enrolment.replaceRecoveryCodes(actor, body),
  }));
}
