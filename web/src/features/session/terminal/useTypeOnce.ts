import { useEffect, useRef } from 'react';

import { typedLines } from '../../../components/session/session-begin.ts';
import type { SessionDesk } from '../session-frame/useSessionDesk.ts';

/** Types what the window was opened with into each of its panes, when that is connected for the first time. */
export function useTypeOnce(
  { begun, stateOf, paneById }: Pick<SessionDesk, 'begun' | 'stateOf' | 'paneById'>,
  send: (id: string, text: string) => void,
  onRefused: () => void,
): void {
  const waiting = useRef(new Set(begun?.panes.map(({ id }) => id)));
  useEffect(() => {
    for (const id of waiting.current) {
      if (begun && stateOf(id).name === 'connected') {
        waiting.current.delete(id);
        // Where nothing may be pasted, a saved text is not typed either.
        if (paneById(id)?.mayPaste === false) {
          onRefused();
        } else {
          send(id, typedLines(begun.text));
        }
      }
    }
  });
}
