import { listAssets } from '@jadegate/contract/access/asset';
import { isOpenable } from '@jadegate/contract/access/asset-attributes';
import { listWorkerAssets } from '@jadegate/contract/access/worker-asset';
import { listGpus } from '@jadegate/contract/fleet/gpu-endpoints';
import { listNodes } from '@jadegate/contract/fleet/node-endpoints';
import { listVms } from '@jadegate/contract/fleet/vm-endpoints';
import { listUsers } from '@jadegate/contract/identity/user';
import { listSessions } from '@jadegate/contract/session/session';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { call } from '../api/call.ts';
import { personName } from '../components/person-name.ts';
import { connectPath } from '../components/session-path.ts';
import { monitorPath } from '../features/session/session/session-path.ts';
import { isAdmin, useAccount, useCan } from '../hooks/account.ts';
import { nameIn, type Command } from './palette-commands.ts';

const MOST = 6;
const FIRST = { pageIndex: 1, pageSize: MOST };

/** Beside the page, so that a terminal one is in stays as it is. */
function openBeside(path: string): void {
  window.open(path, '_blank', 'noopener');
}

/** What only the server knows: machines, live sessions and people, as far as the person may see them. */
export function usePaletteSearch(typed: string): { commands: Command[]; isFetching: boolean } {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const account = useAccount();
  const can = useCan();
  const text = typed.trim();
  const isAsked = text !== '';
  // Not the whole account: who may see what is all that matters.
  const mayAll = isAdmin(account) && can('asset') && can('asset-access');
  const maySessions =
    isAdmin(account) && can('online-session', 'offline-session') && can('online-session-monitor');
  const mayPeople = isAdmin(account) && can('user') && can('user-detail');
  const verb = t('palette.connectVerb');
  const name = nameIn(text, verb);
  const common = { placeholderData: keepPreviousData, meta: { errors: 'caller' as const } };

  const hosts = useQuery({
    queryKey: ['palette', 'hosts', mayAll, name],
    queryFn: async ({ signal }) => {
      const query = { ...FIRST, name };
      const { items } =
        mayAll && isAsked
          ? await call(listAssets, { query, signal })
          : await call(listWorkerAssets, { query, signal });
      return items.map((item) => ({
        id: item.id,
        name: item.name,
        protocol: item.protocol,
        description: item.description,
        isUsable:
          isOpenable(item.protocol) &&
          (!('usableNow' in item) || (item.usableNow && !item.commandsOnly && !item.shellOff)),
      }));
    },
    ...common,
  });
  const sessions = useQuery({
    queryKey: ['palette', 'sessions', text],
    queryFn: async ({ signal }) => {
      const ask = async (filter: object) =>
        (await call(listSessions, { query: { ...FIRST, status: 'connected', ...filter }, signal })).items;
      const [byAsset, byPerson] = await Promise.all([ask({ assetName: text }), ask({ userName: text })]);
      return [...byAsset, ...byPerson.filter(({ id }) => !byAsset.some((row) => row.id === id))];
    },
    enabled: isAsked && maySessions,
    ...common,
  });
  const people = useQuery({
    queryKey: ['palette', 'people', text],
    queryFn: async ({ signal }) =>
      (await call(listUsers, { query: { ...FIRST, keyword: text }, signal })).items,
    enabled: isAsked && mayPeople,
    ...common,
  });

  const nodes = useQuery({
    queryKey: ['palette', 'nodes', text],
    queryFn: async ({ signal }) =>
      (await call(listNodes, { query: { ...FIRST, keyword: text }, signal })).items,
    enabled: isAsked && isAdmin(account) && can('node'),
    ...common,
  });

  const vms = useQuery({
    queryKey: ['palette', 'vms', text],
    queryFn: async ({ signal }) =>
      (await call(listVms, { query: { ...FIRST, keyword: text }, signal })).items,
    enabled: isAsked && isAdmin(account) && can('vm'),
    ...common,
  });
  const gpus = useQuery({
    queryKey: ['palette', 'gpus', text],
    queryFn: async ({ signal }) =>
      (await call(listGpus, { query: { ...FIRST, keyword: text }, signal })).items,
    enabled: isAsked && isAdmin(account) && can('gpu-resource'),
    ...common,
  });

  const commands: Command[] = [
    ...(hosts.data ?? [])
      .filter(({ isUsable }) => isUsable)
      .map((host) => ({
        key: `host ${host.id}`,
        kind: 'hosts' as const,
        label: t('palette.connect', { name: host.name }),
        hint: host.description,
        isFound: true,
        run: () => openBeside(connectPath(host, { isWorker: !mayAll })),
      })),
    ...(isAsked ? (sessions.data ?? []) : []).map((session) => ({
      key: `session ${session.id}`,
      kind: 'sessions' as const,
      label: t('palette.watch', {
        user: personName(session.creatorName, session.creatorAccount),
        asset: session.assetName,
      }),
      isFound: true,
      run: () => openBeside(monitorPath(session)),
    })),
    ...(isAsked ? (nodes.data ?? []) : []).map(({ id, name: node, brief, ip }) => ({
      key: `node ${id}`,
      kind: 'nodes' as const,
      label: node,
      hint: [brief?.hostname, ip].filter(Boolean).join(' · '),
      isFound: true,
      run: () => void navigate(`/node/${id}`),
    })),
    ...(isAsked ? (vms.data ?? []) : []).map(({ id, name: vm, nodeName, ip }) => ({
      key: `vm ${id}`,
      kind: 'vms' as const,
      label: vm,
      hint: [nodeName, ip].filter(Boolean).join(' · '),
      isFound: true,
      run: () => void navigate(`/vm/${id}`),
    })),
    ...(isAsked ? (gpus.data ?? []) : []).map(({ id, nodeName, index, model }) => ({
      key: `gpu ${id}`,
      kind: 'gpus' as const,
      label: [model, index === null ? '' : `#${index}`].filter(Boolean).join(' '),
      hint: nodeName,
      isFound: true,
      run: () => void navigate(`/gpu-resource/${id}`),
    })),
    ...(isAsked ? (people.data ?? []) : []).map(({ id, nickname, username }) => ({
      key: `person ${id}`,
      kind: 'people' as const,
      label: nickname,
      hint: username,
      isFound: true,
      run: () => void navigate(`/user/${id}`),
    })),
  ];
  return {
    commands,
    isFetching: [hosts, sessions, people, nodes, vms, gpus].some(({ isFetching }) => isFetching),
  };
}
