import { listCheckpoints } from '@jadegate/contract/platform/evidence';

import type { Api } from '../../http/api.ts';
import type { AuditCheckpointService } from './audit-checkpoint.service.ts';

interface Services {
  auditCheckpoints: AuditCheckpointService;
}

const NEWEST = 100;

export function auditCheckpointRoutes(api: Api, { auditCheckpoints }: Services): void {
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
