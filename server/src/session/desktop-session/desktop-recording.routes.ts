import { listDesktopActs } from '@jadegate/contract/session/desktop-recording';

import type { Api } from '../../http/api.ts';
import type { DesktopRecordingService } from './desktop-recording.service.ts';

export function desktopRecordingRoutes(
  api: Api,
  { desktopRecordings }: { desktopRecordings: DesktopRecordingService },
): void {
  api.on(listDesktopActs, ({ actor, params }) => desktopRecordings.acts(actor, params.id));
}
