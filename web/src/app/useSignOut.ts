import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { signOut } from './session.ts';

/** Asks, then ends the login. The shell leads to the login page as soon as the login is gone. */
export function useSignOut(): () => void {
  const { t } = useTranslation(['app', 'common']);
  const { modal } = App.useApp();
  return () => {
    modal.confirm({
      title: t('logout.title'),
      content: t('logout.help'),
      okText: t('logout.confirm'),
      cancelText: t('common:action.cancel'),
      onOk: signOut,
    });
  };
}
