import type { OwnSession } from '@jadegate/contract/session/own-session';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';

import { ownSessionsQuery } from './session-frame.queries.ts';
import { allPanes } from './session-layout.ts';
import type { SessionDesk } from './useSessionDesk.ts';

/** Takes over the session that the address names (`resume`), once. Answers whether that one is gone. */
export function useResume(desk: SessionDesk): boolean {
  const [search] = useSearchParams();
  const id = search.get('resume') ?? '';
  const isHere = allPanes(desk.layout).some(({ sessionId }) => sessionId === id);
  // A reload finds it in the layout.
  const isDone = useRef(id === '' || isHere);
  const { data } = useQuery({ ...ownSessionsQuery(), enabled: id !== '' && !isHere });
  const session = data?.find((one) => one.id === id);
  const takeOver = useEffectEvent((found: OwnSession) => {
    if (!isDone.current) {
      isDone.current = true;
      desk.takeOver(found, 'tab');
    }
  });
  useEffect(() => {
    if (session) {
      takeOver(session);
    }
  }, [session]);
  return id !== '' && data !== undefined && session === undefined;
}
