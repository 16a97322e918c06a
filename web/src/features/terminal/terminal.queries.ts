import { listAssets } from '@jadegate/contract/asset';
import { TERMINAL_PROTOCOLS } from '@jadegate/contract/asset-attributes';
import { listAllCommands, listAllOwnCommands } from '@jadegate/contract/command';
import { listOwnSessions } from '@jadegate/contract/own-session';
import { listWorkerAssets } from '@jadegate/contract/worker-asset';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../api/call.ts';

const MOST = 50;

/** A machine one may open in a terminal. */
export interface TerminalAsset {
  id: string;
  name: string;
  protocol: (typeof TERMINAL_PROTOCOLS)[number];
  description: string;
  /** False outside the hours of its grants. */
  usableNow: boolean;
}

/** `all`: every asset, for those who manage them. `own`: those granted to the person. */
export type AssetScope = 'all' | 'own';

export function terminalAssetsQuery(scope: AssetScope, name: string) {
  return queryOptions({
    queryKey: ['terminal', 'assets', scope, name],
    queryFn: async ({ signal }): Promise<TerminalAsset[]> => {
      const lists = await Promise.all(
        TERMINAL_PROTOCOLS.map(async (protocol) => {
          const query = { pageIndex: 1, pageSize: MOST, protocol, name };
          const { items } =
            scope === 'all'
              ? await call(listAssets, { query, signal })
              : await call(listWorkerAssets, { query, signal });
          return items.map((item) => ({
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

export function snippetsQuery(scope: AssetScope) {
  return queryOptions({
    queryKey: ['command', scope, 'snippets'],
    queryFn: ({ signal }) => call(scope === 'all' ? listAllCommands : listAllOwnCommands, { signal }),
    meta: { errors: 'caller' },
  });
}

/** The person's live sessions, wherever they are open. */
export function ownSessionsQuery() {
  return queryOptions({
    queryKey: ['terminal', 'own-sessions'],
    queryFn: ({ signal }) => call(listOwnSessions, { signal }),
    // They come and go in other windows.
    staleTime: 0,
    meta: { errors: 'caller' },
  });
}
