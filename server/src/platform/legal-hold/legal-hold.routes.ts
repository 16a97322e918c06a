import {
  getLegalHold,
  liftLegalHold,
  listLegalHolds,
  setLegalHold,
} from '@jadegate/contract/platform/legal-hold';

import type { Api } from '../../http/api.ts';
import type { LegalHoldService } from './legal-hold.service.ts';

interface Services {
  legalHolds: LegalHoldService;
}

export function legalHoldRoutes(api: Api, { legalHolds }: Services): void {
  api.on(listLegalHolds, () => legalHolds.list());
  api.on(getLegalHold, ({ query }) => legalHolds.of(query.kind, query.subjectId));
  api.on(setLegalHold, ({ actor, body }) => legalHolds.set(actor, body.kind, body.subjectId, body.reason));
  api.on(liftLegalHold, ({ actor, params, body }) => legalHolds.lift(actor, params.id, body.reason));
}
