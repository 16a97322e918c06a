import {
  CodeOutlined,
  DeleteOutlined,
  EditOutlined,
  FileTextOutlined,
  LinkOutlined,
  SyncOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import type { NodeRow } from '@jadegate/contract/fleet/node';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { RowActions, type RowAction } from '../../../components/RowActions.tsx';
import { connectPath } from '../../../components/session-path.ts';
import { useCan } from '../../../hooks/account.ts';
import type { RowActionsProps } from '../../../hooks/useOverlays.ts';
import { useCollectNode, useSetLifecycle } from './node.queries.ts';
import type { NodeTargets } from './NodeOverlays.tsx';

/** What can be done with one node. Its terminal stands first. */
export function NodeRowActions({ row, open }: RowActionsProps<NodeRow, NodeTargets>) {
  const { t } = useTranslation('node');
  const { message } = App.useApp();
  const can = useCan();
  const navigate = useNavigate();
  const collect = useCollectNode();
  const lifecycle = useSetLifecycle();
  const { id, name, assetId, assetName } = row;
  const isResting = row.lifecycle === 'maintenance';
  const run = () =>
    collect.mutate(id, {
      onSuccess: ({ status }) =>
        void message.info(t('message.collected', { name, status: t(`status.${status}`) })),
    });
  const toggle = () => lifecycle.mutate({ ids: [id], lifecycle: isResting ? 'active' : 'maintenance' });
  const actions: RowAction[] = [
    assetId === null
      ? {
          key: 'link',
          label: t('action.link'),
          icon: <LinkOutlined aria-hidden />,
          access: ['node-edit'],
          refusal: can('asset-add') ? undefined : t('hint.needsAssetAdd'),
          onClick: () => open('asset', row),
        }
      : {
          key: 'connect',
          label: t('action.connect'),
          icon: <CodeOutlined aria-hidden />,
          access: ['asset-access'],
          onClick: () =>
            void window.open(
              connectPath({ id: assetId, name: assetName, protocol: 'ssh' }),
              '_blank',
              'noopener',
            ),
        },
    {
      key: 'collect',
      label: collect.isPending ? t('action.collecting') : t('action.collect'),
      icon: <SyncOutlined aria-hidden spin={collect.isPending} />,
      access: ['node-collect'],
      refusal: collect.isPending ? t('action.collecting') : undefined,
      onClick: run,
    },
    {
      key: 'detail',
      label: t('action.detail'),
      icon: <FileTextOutlined aria-hidden />,
      access: ['node'],
      onClick: () => void navigate(`/node/${id}`),
    },
    {
      key: 'edit',
      label: t('action.edit'),
      icon: <EditOutlined aria-hidden />,
      access: ['node-edit'],
      onClick: () => open('form', id),
    },
    {
      key: 'maintain',
      label: isResting ? t('action.activate') : t('action.maintain'),
      icon: <ToolOutlined aria-hidden />,
      access: ['node-edit'],
      onClick: toggle,
    },
    {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined aria-hidden />,
      danger: true,
      access: ['node-del'],
      onClick: () => open('removal', [row]),
    },
  ];
  return <RowActions name={name} inline={2} actions={actions} />;
}
