import { EditOutlined, LockOutlined } from '@ant-design/icons';
import type { RoleRow } from '@jadegate/contract/identity/role-endpoints';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../../components/StatusTag.tsx';

const ICONS: Record<RoleRow['type'], ReactNode> = {
  default: <LockOutlined aria-hidden />,
  new: <EditOutlined aria-hidden />,
};

export function RoleType({ type }: { type: RoleRow['type'] }) {
  const { t } = useTranslation('role');
  return <StatusTag icon={ICONS[type]}>{t(`type.${type}`)}</StatusTag>;
}
