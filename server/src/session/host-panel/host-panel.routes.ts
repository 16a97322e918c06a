import { getSessionStats } from '@jadegate/contract/session/session-stats';

import type { Api } from '../../http/api.ts';
import type { HostPanelService } from './host-panel.service.ts';

export function hostPanelRoutes(api: Api, { hostPanel }: { hostPanel: HostPanelService }): void {
  api.on(getSessionStats, ({ actor, params }) => hostPanel.stats(actor, params.id));
}
