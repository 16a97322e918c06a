import { DesktopReader } from '../../recorders/desktop/reader.ts';
import { lastMoment } from '../../recorders/last-moment.ts';
import type { RecordingFiles } from '../../recorders/recording-files.ts';
import type { RecordingParts } from '../session/session-kind.ts';

/** The keyframes are those that were taken while the desktop was shown: nobody can draw one here. */
export async function openDesktopRecording(files: RecordingFiles): Promise<RecordingParts | undefined> {
  const reader = await DesktopReader.open(files);
  return (
    reader && {
      segments: reader.segments,
      keyframes: reader.keyframes.map(({ number, at }) => ({ index: number, offset: at })),
      body: (segment) => reader.body(segment),
      keyframe: (index) => reader.picture(index),
      lastMoment: () => lastMoment(reader),
    }
  );
}
