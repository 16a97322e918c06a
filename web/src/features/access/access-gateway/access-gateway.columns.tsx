import { KeyOutlined, LockOutlined } from '@ant-design/icons';
import type {
  AccessGatewayQuery,
  AccessGatewayRow,
  GatewayAccountType,
  GatewayStateName,
} from '@jadegate/contract/access/access-gateway';
import { hostAndPort } from '@jadegate/contract/host';
import { Tooltip } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { countColumn, createdColumn, nameColumn } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';

const TYPE_ICONS: Record<GatewayAccountType, ReactNode> = {
  password: <LockOutlined aria-hidden />,
  'private-key': <KeyOutlined aria-hidden />,
};

const STATE_TONES: Record<GatewayStateName, StatusTone> = {
  unused: 'default',
  idle: 'default',
  connected: 'success',
  failed: 'error',
};

const KEY_TONES: Record<AccessGatewayRow['hostKey'], StatusTone> = {
  unknown: 'default',
  trusted: 'success',
  changed: 'error',
};

/** The columns of the gateway list; `actions` is what stands at the end of a row. */
export function accessGatewayColumns(
  t: TFunction<'access-gateway'>,
  actions: (row: AccessGatewayRow) => ReactNode,
): ListColumn<AccessGatewayRow, AccessGatewayQuery>[] {
  return [
    nameColumn(t('field.name')),
    {
      key: 'ip',
      title: t('field.address'),
      sort: 'ip',
      render: ({ ip, port }) => <Mono text={hostAndPort(ip, port)} />,
    },
    {
      key: 'accountType',
      title: t('field.accountType'),
      render: ({ accountType }) => (
        <StatusTag icon={TYPE_ICONS[accountType]}>{t(`accountType.${accountType}`)}</StatusTag>
      ),
    },
    { key: 'username', title: t('field.username'), render: ({ username }) => username || 'root' },
    {
      key: 'parent',
      title: t('field.parent'),
      render: ({ accessGatewayName }) => accessGatewayName || t('parent.none'),
    },
    {
      key: 'state',
      title: t('field.state'),
      render: ({ state, message }) => (
        <Tooltip title={message}>
          <span>
            <StatusTag tone={STATE_TONES[state]}>{t(`state.${state}`)}</StatusTag>
          </span>
        </Tooltip>
      ),
    },
    {
      key: 'hostKey',
      title: t('field.hostKey'),
      render: ({ hostKey }) => <StatusTag tone={KEY_TONES[hostKey]}>{t(`hostKey.${hostKey}`)}</StatusTag>,
    },
    countColumn('assetCount', t('field.assetCount'), { offByDefault: true }),
    createdColumn(t('field.created')),
    actionsColumn(t('field.actions'), 112, actions),
  ];
}
