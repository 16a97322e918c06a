import { listAssets } from '@jadegate/contract/access/asset';
import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import { listWorkerAssets } from '@jadegate/contract/access/worker-asset';
import { listOwnSessions } from '@jadegate/contract/session/own-session';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';

const MOST = 50;

/** A machine one may open in this window. */
export interface OpenableAsset {
  id: string;
  name: string;
  protocol: Protocol;
  description: string;
  /** False outside the hours of its grants. */
  usableNow: boolean;
}

/** `all`: every asset, for those who manage them. `own`: those granted to the person. */
type AssetScope = 'all' | 'own';

export function openableAssetsQuery(protocols: readonly Protocol[], scope: AssetScope, name: string) {
  return queryOptions({
    queryKey: ['session-frame', 'assets', protocols, scope, name],
    queryFn: async ({ signal }): Promise<OpenableAsset[]> => {
      const lists = await Promise.all(
        protocols.map(async (protocol) => {
          const query = { pageIndex: 1, pageSize: MOST, protocol, name };
          const { items } =
            scope === 'all'
              ? await call(listAssets, { query, signal })
              : await call(listWorkerAssets, { query, signal });
          // Where only listed commands can be run nothing is opened, and no terminal where there is no shell.
          const openable = items.filter(
            (item) => !('commandsOnly' in item) || !(item.commandsOnly || item.shellOff),
          );
          return openable.map((item) => ({
            id: item.id,
            name: item.name,
            protocol,
            description: item.description,
            usableNow: !('usableNow' in item) || item.usableNow,
          }));
        }),
      );
      return lists.flat().toSorted((a, b) => a.name.localeCompare(b.name));
    },
    meta: { errors: 'caller' },
  });
}

/** The person's live sessions, wherever they are open. */
export function ownSessionsQuery() {
  return queryOptions({
    queryKey: ['session-frame', 'own-sessions'],
    queryFn: ({ signal }) => call(listOwnSessions, { signal }),
    // They come and go in other windows.
    staleTime: 0,
    meta: { errors: 'caller' },
  });
}
