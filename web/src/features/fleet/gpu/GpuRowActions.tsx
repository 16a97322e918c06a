import { BellOutlined, DeleteOutlined, EditOutlined, FileTextOutlined } from '@ant-design/icons';
import type { GpuRow } from '@jadegate/contract/fleet/gpu';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { RowActions, type RowAction } from '../../../components/RowActions.tsx';
import type { RowActionsProps } from '../../../hooks/useOverlays.ts';
import { nameOf } from './gpu-words.ts';
import type { GpuTargets } from './GpuOverlays.tsx';

/** What can be done with one card. */
export function GpuRowActions({ row, open }: RowActionsProps<GpuRow, GpuTargets>) {
  const { t } = useTranslation('gpu');
  const navigate = useNavigate();
  const actions: RowAction[] = [
    {
      key: 'detail',
      label: t('action.detail'),
      icon: <FileTextOutlined aria-hidden />,
      access: ['gpu-resource'],
      onClick: () => void navigate(`/gpu-resource/${row.id}`),
    },
    {
      key: 'remind',
      label: t('action.remind'),
      icon: <BellOutlined aria-hidden />,
      access: ['gpu-resource-remind'],
      refusal: row.people.length === 0 ? t('hint.nobody') : undefined,
      onClick: () => open('reminder', [row]),
    },
    {
      key: 'edit',
      label: t('action.edit'),
      icon: <EditOutlined aria-hidden />,
      access: ['gpu-resource-edit'],
      onClick: () => open('form', row.id),
    },
    {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined aria-hidden />,
      danger: true,
      access: ['gpu-resource-del'],
      refusal: row.goneAt === null ? t('hint.stillThere') : undefined,
      onClick: () => open('removal', [row]),
    },
  ];
  return <RowActions name={nameOf(row)} inline={1} actions={actions} />;
}
