import { getBranding, getLogo, removeLogo, setLogo } from '@jadegate/contract/platform/branding';

import type { Api } from '../../http/api.ts';
import { timeZoneInUse } from '../../kernel/time-zone.ts';
import type { BrandingService } from './branding.service.ts';

interface Dependencies {
  branding: BrandingService;
  version: string;
  publicUrl: string;
  isDemo: boolean;
}

export function brandingRoutes(api: Api, { branding, version, publicUrl, isDemo }: Dependencies): void {
  api.onPublic(getBranding, async ({ caller }) => ({
    ...(await branding.get(caller.language)),
    version,
    publicUrl,
    timeZone: timeZoneInUse(),
    isDemo,
  }));
  api.onPublic(getLogo, async () => ({ filename: 'logo', isImmutable: true, ...(await branding.logo()) }));
  api.on(setLogo, ({ actor, body }) => branding.setLogo(actor, body.content));
  api.on(removeLogo, ({ actor }) => branding.removeLogo(actor));
}
