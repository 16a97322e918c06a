import {
  ApiOutlined,
  CopyOutlined,
  DeleteOutlined,
  FileTextOutlined,
  KeyOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons';
import type { AssetRow } from '@jadegate/contract/access/asset';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { RowActions, type RowAction } from '../../../components/RowActions.tsx';
import { connectPath } from '../../../components/session-path.ts';
import { useConnectRefusal } from '../../../components/useConnectRefusal.ts';
import { CREATE_STATE } from '../../../hooks/useCreateOnArrival.ts';
import type { RowActionsProps } from '../../../hooks/useOverlays.ts';
import type { AssetTargets } from './AssetOverlays.tsx';

/** What can be done with one asset. Connecting stands first. */
export function AssetRowActions({ row, open }: RowActionsProps<AssetRow, AssetTargets>) {
  const { t } = useTranslation('asset');
  const navigate = useNavigate();
  const refuseProtocol = useConnectRefusal();
  const actions: RowAction[] = [
    {
      key: 'connect',
      label: t('action.connect'),
      access: ['asset-access'],
      refusal: refuseProtocol(row.protocol),
      onClick: () => void window.open(connectPath(row), '_blank', 'noopener'),
    },
    { key: 'edit', label: t('action.edit'), access: ['asset-edit'], onClick: () => open('form', row.id) },
    {
      key: 'grant',
      label: t('action.grant'),
      icon: <KeyOutlined aria-hidden />,
      access: ['asset-authorised-user-add'],
      onClick: () => void navigate(`/asset/${row.id}?activeKey=bind-user`, { state: CREATE_STATE }),
    },
    {
      key: 'test',
      label: t('action.test'),
      icon: <ApiOutlined aria-hidden />,
      access: ['asset-conn-test'],
      onClick: () => open('test', [row]),
    },
    {
      key: 'copy',
      label: t('action.copy'),
      icon: <CopyOutlined aria-hidden />,
      access: ['asset-copy'],
      onClick: () => open('copy', row),
    },
    {
      key: 'change-owner',
      label: t('action.changeOwner'),
      icon: <UserSwitchOutlined aria-hidden />,
      access: ['asset-change-owner'],
      onClick: () => open('bulk', { kind: 'owner', rows: [row] }),
    },
    {
      key: 'detail',
      label: t('action.detail'),
      icon: <FileTextOutlined aria-hidden />,
      access: ['asset-detail'],
      onClick: () => void navigate(`/asset/${row.id}`),
    },
    {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined aria-hidden />,
      danger: true,
      access: ['asset-del'],
      onClick: () => open('removal', [row]),
    },
  ];
  return <RowActions name={row.name} actions={actions} />;
}
