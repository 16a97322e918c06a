import { LIMITS } from '@jadegate/contract/limits';
import { listScreens, type SessionScreen } from '@jadegate/contract/session/session-screen';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../../api/call.ts';

const LOOK_EVERY_MS = 3000;

type ScreensById = ReadonlyMap<string, SessionScreen>;

/** What these terminals show, again every few seconds while somebody looks at the page. */
export function useScreens(ids: readonly string[]): { screens: ScreensById; error: unknown } {
  // Pictures that have not changed are not sent again, so they are kept here.
  const [known] = useState(() => new Map<string, SessionScreen>());
  const { data, error } = useQuery({
    queryKey: ['session', 'screens', ids],
    queryFn: async ({ signal }) => {
      for (const part of inParts(ids)) {
        for (const screen of await ask(part, known, signal)) {
          const before = known.get(screen.id);
          const isSame = screen.picture === undefined && before?.version === screen.version;
          known.set(screen.id, isSame ? before : screen);
        }
      }
      return new Map(known);
    },
    enabled: ids.length > 0,
    refetchInterval: LOOK_EVERY_MS,
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { errors: 'caller' },
  });
  return { screens: data ?? known, error };
}

function inParts(ids: readonly string[]): string[][] {
  const size = LIMITS.screensPerCall.max;
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, part) =>
    ids.slice(part * size, (part + 1) * size),
  );
}

function ask(ids: readonly string[], known: ScreensById, signal: AbortSignal): Promise<SessionScreen[]> {
  const versions = ids.map((id) => known.get(id)?.version ?? '').filter((version) => version !== '');
  return call(listScreens, { params: { ids: ids.join(',') }, query: { known: versions.join(',') }, signal });
}
