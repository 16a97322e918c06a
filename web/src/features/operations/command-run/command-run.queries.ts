import { listAssets } from '@jadegate/contract/access/asset';
import {
  getCommand,
  getOwnCommand,
  listAllCommands,
  listAllOwnCommands,
} from '@jadegate/contract/access/command';
import { listWorkerAssets } from '@jadegate/contract/access/worker-asset';
import { listOwnStorages } from '@jadegate/contract/files/storage';
import { storageFileEndpoints } from '@jadegate/contract/files/storage-files';
import {
  getRun,
  getRunOutput,
  listRunChoice,
  planRun,
  startRun,
  stopRun,
  type HostRun,
} from '@jadegate/contract/operations/command-run';
import { planFileRun, startFileRun, type FileRunInput } from '@jadegate/contract/operations/file-run';
import { listAllRuns, listOwnRuns, type RunQuery } from '@jadegate/contract/operations/run-history';
import { LONGEST_PAGE } from '@jadegate/contract/paging';
import { queryOptions, useMutation } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { sendFile } from '../../../api/send-file.ts';

/** As long as it runs it is asked again; only what changed is sent. */
const FOLLOW_MS = 700;

/** `all`: for those who manage assets and commands. `own`: those that somebody may use themselves. */
export type RunScope = 'all' | 'own';

interface RunAsset {
  id: string;
  name: string;
  tags: string;
}

export function sshAssetsQuery(scope: RunScope) {
  return queryOptions({
    queryKey: ['command-run', 'assets', scope],
    queryFn: async ({ signal }): Promise<RunAsset[]> => {
      const query = { ...LONGEST_PAGE, protocol: 'ssh' as const };
      const { items } =
        scope === 'all'
          ? await call(listAssets, { query, signal })
          : await call(listWorkerAssets, { query, signal });
      return items.map(({ id, name, tags }) => ({ id, name, tags }));
    },
  });
}

/** What the strategies of the chosen hosts let the person run. */
export function choiceQuery(assetIds: readonly string[]) {
  return queryOptions({
    queryKey: ['command-run', 'choice', assetIds],
    queryFn: ({ signal }) => call(listRunChoice, { body: { assetIds: [...assetIds] }, signal }),
    enabled: assetIds.length > 0,
    placeholderData: (before) => (assetIds.length > 0 ? before : undefined),
    meta: { errors: 'caller' },
  });
}

export function savedCommandsQuery(scope: RunScope) {
  return queryOptions({
    queryKey: ['command-run', 'commands', scope],
    queryFn: ({ signal }) => call(scope === 'all' ? listAllCommands : listAllOwnCommands, { signal }),
    meta: { errors: 'caller' },
  });
}

/** With all of its text, for which the list may have had no room. */
export function readSavedCommand(scope: RunScope) {
  return (id: string) => call(scope === 'all' ? getCommand : getOwnCommand, { params: { id } });
}

export function wholeCommandQuery(scope: RunScope, id: string) {
  return queryOptions({
    queryKey: ['command-run', 'whole', scope, id],
    queryFn: () => readSavedCommand(scope)(id),
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
  /** What was filled in, where a strategy lists the command. */
  values?: Record<string, string> | undefined;
  timeoutSeconds: number;
}

export function usePlan() {
  return useMutation({
    mutationFn: ({ timeoutSeconds: _later, ...body }: RunRequest) => call(planRun, { body }),
  });
}

export function useStart() {
  return useMutation({
    mutationFn: (body: RunRequest & { confirmed: string }) => call(startRun, { body }),
  });
}

export function usePlanFile() {
  return useMutation({
    mutationFn: (assetIds: readonly string[]) => call(planFileRun, { body: { assetIds: [...assetIds] } }),
  });
}

export function useStartFile() {
  return useMutation({ mutationFn: (body: FileRunInput) => call(startFileRun, { body }) });
}

/** The spaces from which somebody may take a file. */
export function spacesQuery() {
  return queryOptions({
    queryKey: ['command-run', 'spaces'],
    queryFn: ({ signal }) => call(listOwnStorages, { signal }),
    meta: { errors: 'caller' },
  });
}

export const SPACE_PAGE = 100;

export function spaceFolderQuery(id: string, dir: string, pageIndex: number) {
  return queryOptions({
    queryKey: ['command-run', 'space', id, dir, pageIndex],
    queryFn: ({ signal }) =>
      call(storageFileEndpoints.page, {
        params: { id },
        body: { dir, pageIndex, pageSize: SPACE_PAGE, showsHidden: true },
        signal,
      }),
    meta: { errors: 'caller' },
  });
}

/** A file of a space. */
export interface ChosenFile {
  storageId: string;
  file: string;
}

/** Where a file that is sent to hosts is kept in the space of its person. */
export const UPLOAD_FOLDER = '/batch';

interface Upload {
  storageId: string;
  file: File;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
}

export async function uploadOnce({ storageId, file, signal, onProgress }: Upload): Promise<void> {
  await sendFile(storageFileEndpoints.upload, {
    params: { id: storageId },
    query: { dir: UPLOAD_FOLDER, name: file.name, offset: 0, size: file.size },
    content: file,
    signal,
    onProgress,
  });
}

export function useStop() {
  return useMutation({ mutationFn: (id: string) => call(stopRun, { params: { id } }) });
}

/** Whose runs are looked at. */
export type HistoryOf = 'own' | 'all';

export function pastRunsQuery(of: HistoryOf, query: RunQuery) {
  return queryOptions({
    queryKey: ['command-run', 'past', of, query],
    queryFn: ({ signal }) => call(of === 'all' ? listAllRuns : listOwnRuns, { query, signal }),
    staleTime: 0,
  });
}

/** What was asked for: that does not change. */
export function pastRunQuery(id: string) {
  return queryOptions({
    queryKey: ['command-run', 'asked', id],
    queryFn: ({ signal }) => call(getRun, { params: { id }, query: { after: 0 }, signal }),
    meta: { errors: 'caller' },
  });
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
