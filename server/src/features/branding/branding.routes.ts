import { getBranding } from '@jadegate/contract/branding';
import { DEFAULT_BRANDING } from '@jadegate/contract/words/branding';

import type { Api } from '../../http/api.ts';

export function brandingRoutes(api: Api, { version }: { version: string }): void {
  api.onPublic(getBranding, ({ caller }) => ({
    name: DEFAULT_BRANDING.name[caller.language],
    copyright: DEFAULT_BRANDING.copyright[caller.language],
    description: DEFAULT_BRANDING.description[caller.language],
    version,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }));
}
