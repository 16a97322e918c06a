import type { LoginLogRow } from '@jadegate/contract/identity/login-log';
import { useTranslation } from 'react-i18next';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteLoginLogs } from './login-log.queries.ts';
import { LoginEndModal } from './LoginEndModal.tsx';

export interface LoginLogTargets {
  ending: LoginLogRow;
  /** Those of live logins among them stay. */
  removal: LoginLogRow[];
}

/** What can lie over the login log. */
export function LoginLogOverlays({ overlays: { of }, onDone }: OverlaysProps<LoginLogTargets>) {
  const { t } = useTranslation('login-log');
  const remove = useDeleteLoginLogs();
  const removal = of('removal');
  const rows = removal.target ?? [];
  const over = rows.filter(({ live }) => !live);
  const kept = rows.length - over.length;
  return (
    <>
      <LoginEndModal {...of('ending')} />
      <DeleteDialog
        {...removal}
        target={over}
        words="login-log"
        nameOf={({ username }) => username}
        // Many have the same name.
        listAs={false}
        note={kept > 0 ? t('confirm.delete.kept', { count: kept }) : undefined}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
