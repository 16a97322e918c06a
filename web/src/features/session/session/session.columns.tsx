import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { NEVER } from '@jadegate/contract/scalars';
import type { SessionRow } from '@jadegate/contract/session/session';
import { Tooltip } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { personName } from '../../../components/person-name.ts';
import { PersonText } from '../../../components/PersonText.tsx';
import { AwayTag } from '../../../components/session/AwayTag.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { formatSize } from '../../../format/size.ts';
import { Duration } from './Duration.tsx';
import type { SessionListQuery } from './session.queries.ts';
import { SessionProtocol } from './SessionProtocol.tsx';

type Column = ListColumn<SessionRow, SessionListQuery>;
/** When it began, or was tried: not every session comes to connect. */
export const begunAt = ({ connectedTime, createdTime }: SessionRow) =>
  connectedTime === NEVER ? createdTime : connectedTime;

type Actions = (row: SessionRow) => ReactNode;

function whoAndWhere(t: TFunction<'session'>, time: 'exact' | 'relative'): Column[] {
  return [
    {
      key: 'user',
      title: t('field.user'),
      always: true,
      render: ({ creatorName, creatorAccount }) => <PersonText name={creatorName} account={creatorAccount} />,
    },
    {
      key: 'asset',
      title: t('field.asset'),
      always: true,
      render: ({ assetName, username, ip, port }) => (
        <Tooltip title={`${username === '' ? '' : `${username}@`}${ip}:${port}`}>
          <span>{assetName}</span>
        </Tooltip>
      ),
    },
    {
      key: 'protocol',
      card: 'rest',
      title: t('field.protocol'),
      render: (row) => <SessionProtocol session={row} />,
    },
    {
      key: 'clientIp',
      card: 'rest',
      title: t('field.clientIp'),
      render: ({ clientIp }) => <Mono text={clientIp} />,
    },
    {
      key: 'connectedTime',
      title: t('field.connectedTime'),
      sort: 'connectedTime',
      render: (row) => <TimeText value={begunAt(row)} variant={time} />,
    },
  ];
}

export function onlineColumns(t: TFunction<'session'>, actions: Actions): Column[] {
  return [
    ...whoAndWhere(t, 'relative'),
    {
      key: 'state',
      title: t('field.state'),
      render: ({ awayUntil }) =>
        awayUntil === null ? (
          <StatusTag tone="success">{t('state.here')}</StatusTag>
        ) : (
          <AwayTag until={awayUntil} />
        ),
    },
    {
      key: 'duration',
      title: t('field.duration'),
      numeric: true,
      render: ({ connectedTime }) => <Duration from={connectedTime} />,
    },
    {
      key: 'commands',
      title: t('field.commands'),
      numeric: true,
      render: ({ commandCount, mode }) => (mode === 'guacd' ? '—' : commandCount),
    },
    {
      key: 'participants',
      title: t('field.participants'),
      numeric: true,
      render: ({ participants }) =>
        participants.length === 0 ? (
          '—'
        ) : (
          <Tooltip title={participants.map(({ name, username }) => personName(name, username)).join('、')}>
            <span>{participants.length}</span>
          </Tooltip>
        ),
    },
    actionsColumn(t('field.actions'), 150, actions),
  ];
}

export function offlineColumns(t: TFunction<'session'>, actions: Actions): Column[] {
  return [
    ...whoAndWhere(t, 'exact'),
    {
      key: 'disconnectedTime',
      title: t('field.disconnectedTime'),
      sort: 'disconnectedTime',
      offByDefault: true,
      render: ({ disconnectedTime }) => <TimeText value={disconnectedTime} variant="exact" />,
    },
    {
      key: 'duration',
      title: t('field.duration'),
      numeric: true,
      render: ({ connectedTime, disconnectedTime }) => (
        <Duration from={connectedTime} to={disconnectedTime} />
      ),
    },
    {
      key: 'reviewed',
      title: t('field.reviewed'),
      render: ({ reviewed }) => (
        <StatusTag
          tone={reviewed ? 'default' : 'warning'}
          icon={reviewed ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
        >
          {t(`reviewed.${reviewed ? 'true' : 'false'}`)}
        </StatusTag>
      ),
    },
    { key: 'end', title: t('field.end'), render: ({ message }) => message || '—' },
    {
      key: 'recording',
      title: t('field.recording'),
      numeric: true,
      render: ({ recording, recordingBytes }) => (recording === '1' ? formatSize(recordingBytes) : '—'),
    },
    actionsColumn(t('field.actions'), 230, actions),
  ];
}
