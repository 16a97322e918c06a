import { DeleteOutlined, KeyOutlined, SafetyOutlined } from '@ant-design/icons';
import type { UserRow } from '@jadegate/contract/identity/user';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import type { UserOverlays } from './useUserOverlays.ts';

interface UserBulkActionsProps {
  rows: UserRow[];
  overlays: UserOverlays;
}

/** What can be done with the ticked people. */
export function UserBulkActions({ rows, overlays }: UserBulkActionsProps) {
  const { t } = useTranslation('user');
  return (
    <>
      <Can any={['user-change-password']}>
        <Button icon={<KeyOutlined aria-hidden />} onClick={() => overlays.password.open(rows)}>
          {t('action.changePassword')}
        </Button>
      </Can>
      <Can any={['user-reset-totp']}>
        <Button icon={<SafetyOutlined aria-hidden />} onClick={() => overlays.totp.open(rows)}>
          {t('action.resetTotp')}
        </Button>
      </Can>
      <Can any={['user-del']}>
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => overlays.removal.open(rows)}>
          {t('action.delete')}
        </Button>
      </Can>
    </>
  );
}
