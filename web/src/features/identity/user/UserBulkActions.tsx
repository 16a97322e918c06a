import { DeleteOutlined, KeyOutlined, SafetyOutlined } from '@ant-design/icons';
import type { UserRow } from '@jadegate/contract/identity/user';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import type { OpenOverlay } from '../../../hooks/useOverlays.ts';
import type { UserTargets } from './UserOverlays.tsx';

interface UserBulkActionsProps {
  rows: UserRow[];
  open: OpenOverlay<UserTargets>;
}

/** What can be done with the ticked people. */
export function UserBulkActions({ rows, open }: UserBulkActionsProps) {
  const { t } = useTranslation('user');
  return (
    <>
      <Can any={['user-change-password']}>
        <Button icon={<KeyOutlined aria-hidden />} onClick={() => open('password', rows)}>
          {t('action.changePassword')}
        </Button>
      </Can>
      <Can any={['user-reset-totp']}>
        <Button icon={<SafetyOutlined aria-hidden />} onClick={() => open('totp', rows)}>
          {t('action.resetTotp')}
        </Button>
      </Can>
      <Can any={['user-del']}>
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => open('removal', rows)}>
          {t('action.delete')}
        </Button>
      </Can>
    </>
  );
}
