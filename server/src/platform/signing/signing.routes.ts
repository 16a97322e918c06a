import { listCheckpoints, listSigningKeys } from '@jadegate/contract/platform/evidence';

import type { Api } from '../../http/api.ts';
import type { AuditCheckpointService } from '../audit-checkpoint/audit-checkpoint.service.ts';
import type { SigningService } from './signing.service.ts';

interface Services {
  signing: SigningService;
  auditCheckpoints: AuditCheckpointService;
}

const NEWEST = 100;

export function signingRoutes(api: Api, { signing, auditCheckpoints }: Services): void {
  api.on(listSigningKeys, () => signing.list());
  api.on(listCheckpoints, async () =>
    (await auditCheckpoints.list(NEWEST)).map(({ seq, at, key, hash, locked }) => ({
      seq,
      at: new Date(at).toISOString(),
      key,
      head: hash,
      locked,
    })),
  );
}
