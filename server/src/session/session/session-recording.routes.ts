import {
  downloadRecording,
  getRecordingKeyframe,
  getRecordingOutline,
  getRecordingSegment,
} from '@jadegate/contract/session/session-recording';

import type { Api } from '../../http/api.ts';
import type { RecordingPartsService } from './recording-parts.service.ts';
import type { RecordingViewService } from './recording-view.service.ts';

interface Services {
  recordingViews: RecordingViewService;
  recordingParts: RecordingPartsService;
}

export function sessionRecordingRoutes(api: Api, { recordingViews, recordingParts: parts }: Services): void {
  api.on(downloadRecording, ({ actor, params, headers, left }) =>
    recordingViews.download(actor, params.id, { headers, left: left() }),
  );
  api.on(getRecordingOutline, ({ actor, params }) => parts.outline(actor, params.id));
  api.on(getRecordingSegment, ({ actor, params }) => parts.segment(actor, params.id, params.n));
  api.on(getRecordingKeyframe, ({ actor, params }) => parts.keyframe(actor, params.id, params.n));
}
