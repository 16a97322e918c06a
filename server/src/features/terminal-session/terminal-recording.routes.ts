import {
  downloadRecordingText,
  getRecordingKeyframe,
  getRecordingOutline,
  getRecordingSegment,
  searchRecording,
} from '@jadegate/contract/session-recording';

import type { Api } from '../../http/api.ts';
import type { TerminalRecordingService } from './terminal-recording.service.ts';

export function terminalRecordingRoutes(
  api: Api,
  { terminalRecordings: recordings }: { terminalRecordings: TerminalRecordingService },
): void {
  api.on(downloadRecordingText, ({ actor, params }) => recordings.text(actor, params.id));
  api.on(getRecordingOutline, ({ actor, params }) => recordings.outline(actor, params.id));
  api.on(getRecordingSegment, ({ actor, params }) => recordings.segment(actor, params.id, params.n));
  api.on(getRecordingKeyframe, ({ actor, params }) => recordings.keyframe(actor, params.id, params.n));
  api.on(searchRecording, ({ actor, params, query }) => recordings.search(actor, params.id, query.text));
}
