import { downloadRecordingText, searchRecording } from '@jadegate/contract/session/session-recording';

import type { Api } from '../../http/api.ts';
import type { TerminalRecordingService } from './terminal-recording.service.ts';

export function terminalRecordingRoutes(
  api: Api,
  { terminalRecordings: recordings }: { terminalRecordings: TerminalRecordingService },
): void {
  api.on(downloadRecordingText, ({ actor, params }) => recordings.text(actor, params.id));
  api.on(searchRecording, ({ actor, params, query }) => recordings.search(actor, params.id, query.text));
}
