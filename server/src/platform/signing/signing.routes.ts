import { listSigningKeys } from '@jadegate/contract/platform/evidence';

import type { Api } from '../../http/api.ts';
import type { SigningService } from './signing.service.ts';

interface Services {
  signing: SigningService;
}

export function signingRoutes(api: Api, { signing }: Services): void {
  api.on(listSigningKeys, () => signing.list());
}
