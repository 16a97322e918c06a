import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import { useCallback, useRef, type RefObject } from 'react';

import { RecordedPicture } from '../../../components/desktop/recorded-picture.ts';
import { DesktopRecordingScreen } from './desktop-recording-screen.ts';
import type { PlaybackClock } from './player/playback-clock.ts';
import { usePlayback } from './player/usePlayback.ts';
import { recordingSource } from './recording-source.ts';

interface DesktopPlayback {
  clock: PlaybackClock;
  holder: RefObject<HTMLDivElement | null>;
  picture: RefObject<RecordedPicture | undefined>;
}

/** A recorded desktop on an element, played from the moment on. */
export function useDesktopPlayback(
  sessionId: string,
  outline: RecordingOutline,
  startAt: number,
): DesktopPlayback {
  const holder = useRef<HTMLDivElement>(null);
  const picture = useRef<RecordedPicture>(undefined);
  const open = useCallback(() => {
    if (!holder.current) {
      return undefined;
    }
    const made = new RecordedPicture(holder.current);
    picture.current = made;
    const source = recordingSource(sessionId, outline.segments);
    const dispose = () => {
      picture.current = undefined;
      made.dispose();
    };
    return { screen: new DesktopRecordingScreen(outline, source, made), dispose };
  }, [sessionId, outline]);
  return { clock: usePlayback(outline.durationMs, startAt, open), holder, picture };
}
