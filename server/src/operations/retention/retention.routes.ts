import { previewRetention } from '@jadegate/contract/operations/retention';

import type { Api } from '../../http/api.ts';
import type { RetentionService } from './retention.service.ts';

interface Services {
  retention: RetentionService;
}

export function retentionRoutes(api: Api, { retention }: Services): void {
  api.on(previewRetention, ({ body }) => retention.preview(body));
}
