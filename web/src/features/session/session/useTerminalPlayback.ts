import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import { useCallback, useRef, type RefObject } from 'react';

import { FixedTerminal } from '../../../components/terminal/fixed-terminal.ts';
import type { PlaybackClock } from './player/playback-clock.ts';
import { usePlayback } from './player/usePlayback.ts';
import { recordingSource } from './recording-source.ts';
import { TerminalRecordingScreen } from './terminal-recording-screen.ts';

interface TerminalPlayback {
  clock: PlaybackClock;
  holder: RefObject<HTMLDivElement | null>;
  terminal: RefObject<FixedTerminal | undefined>;
}

/** A recorded terminal on an element, played from the moment on. */
export function useTerminalPlayback(
  sessionId: string,
  { durationMs, segments }: RecordingOutline,
  startAt: number,
): TerminalPlayback {
  const holder = useRef<HTMLDivElement>(null);
  const terminal = useRef<FixedTerminal>(undefined);
  const open = useCallback(() => {
    if (!holder.current) {
      return undefined;
    }
    const made = new FixedTerminal(holder.current);
    terminal.current = made;
    const screen = new TerminalRecordingScreen(segments, recordingSource(sessionId, segments), made);
    const dispose = () => {
      terminal.current = undefined;
      made.dispose();
    };
    return { screen, dispose };
  }, [sessionId, segments]);
  return { clock: usePlayback(durationMs, startAt, open), holder, terminal };
}
