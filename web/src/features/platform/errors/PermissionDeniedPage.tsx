import { useTranslation } from 'react-i18next';

import { Screen } from '../../../components/Screen.tsx';
import { ErrorActions } from './ErrorActions.tsx';

export function PermissionDeniedPage() {
  const { t } = useTranslation('app');
  return (
    <Screen
      code="403"
      title={t('errorPage.denied.title')}
      help={t('errorPage.denied.help')}
      actions={<ErrorActions />}
    />
  );
}
