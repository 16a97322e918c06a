import { listAssets, listTags } from '@jadegate/contract/asset';
import { getCommand, listAllCommands } from '@jadegate/contract/command';
import {
  getRun,
  getRunOutput,
  planRun,
  startRun,
  stopRun,
  type HostRun,
} from '@jadegate/contract/command-run';
import { LONGEST_PAGE } from '@jadegate/contract/paging';
import { queryOptions, useMutation } from '@tanstack/react-query';

import { call } from '../../api/call.ts';

/** As long as it runs it is asked again; only what changed is sent. */
const FOLLOW_MS = 700;

export function sshAssetsQuery() {
  return queryOptions({
    queryKey: ['command-run', 'assets'],
    queryFn: ({ signal }) => call(listAssets, { query: { ...LONGEST_PAGE, protocol: 'ssh' }, signal }),
  });
}

/** Without them the choice is simply not offered. */
export function tagsQuery() {
  return queryOptions({
    queryKey: ['command-run', 'tags'],
    queryFn: ({ signal }) => call(listTags, { signal }),
    meta: { errors: 'caller' },
  });
}

export function savedCommandsQuery() {
  return queryOptions({
    queryKey: ['command-run', 'commands'],
    queryFn: ({ signal }) => call(listAllCommands, { signal }),
    meta: { errors: 'caller' },
  });
}

export function savedCommandQuery(id: string) {
  return queryOptions({
    queryKey: ['command-run', 'command', id],
    queryFn: ({ signal }) => call(getCommand, { params: { id }, signal }),
    meta: { errors: 'caller' },
  });
}

export interface RunRequest {
  assetIds: string[];
  script: string;
  timeoutSeconds: number;
}

export function usePlan() {
  return useMutation({
    mutationFn: ({ assetIds, script }: RunRequest) => call(planRun, { body: { assetIds, script } }),
  });
}

export function useStart() {
  return useMutation({
    mutationFn: (body: RunRequest & { confirmed: string }) => call(startRun, { body }),
  });
}

export function useStop() {
  return useMutation({ mutationFn: (id: string) => call(stopRun, { params: { id } }) });
}

/** The run as it stands, put together from what changed since the last look. */
export function runQuery(id: string) {
  const known = new Map<string, HostRun>();
  let version = 0;
  return queryOptions({
    queryKey: ['command-run', 'run', id],
    queryFn: async ({ signal }) => {
      const run = await call(getRun, { params: { id }, query: { after: version }, signal });
      run.hosts.forEach((host) => known.set(host.assetId, host));
      version = run.version;
      return { ...run, hosts: [...known.values()] };
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : FOLLOW_MS),
  });
}

export function outputQuery(id: string, { assetId, outputBytes, state }: HostRun) {
  return queryOptions({
    queryKey: ['command-run', 'output', id, assetId, outputBytes, state],
    queryFn: ({ signal }) => call(getRunOutput, { params: { id }, query: { assetId }, signal }),
    placeholderData: (before) => before,
  });
}
