import type { RecordingOutline } from '@jadegate/contract/session-recording';
import { useEffect, useRef, useState, type RefObject } from 'react';

import { FixedTerminal } from '../../components/terminal/fixed-terminal.ts';
import { RecordingPlayer, type PlayerState } from './recording-player.ts';
import { recordingSource } from './recording-source.ts';

interface PlayerParts {
  player: RecordingPlayer;
  terminal: FixedTerminal;
}

/** A player on an element, from the moment on; its state is that of the page. */
export function usePlayer(
  sessionId: string,
  outline: RecordingOutline,
  holder: RefObject<HTMLElement | null>,
  startAt: number,
): { state: PlayerState | undefined; parts: RefObject<PlayerParts | undefined> } {
  const parts = useRef<PlayerParts>(undefined);
  const [state, setState] = useState<PlayerState>();
  const first = useRef(startAt);

  useEffect(() => {
    if (!holder.current) {
      return undefined;
    }
    const terminal = new FixedTerminal(holder.current);
    const source = recordingSource(sessionId, outline.segments);
    const player = new RecordingPlayer(outline, source, terminal, setState);
    parts.current = { player, terminal };
    // A link to a moment wants to be looked at; without one it plays.
    void player.seek(first.current).then(() => (first.current > 0 ? undefined : player.play()));
    let last = performance.now();
    let frame = requestAnimationFrame(function run(now) {
      void player.tick(now - last);
      last = now;
      frame = requestAnimationFrame(run);
    });
    return () => {
      cancelAnimationFrame(frame);
      parts.current = undefined;
      terminal.dispose();
    };
  }, [sessionId, outline, holder]);

  return { state, parts };
}
