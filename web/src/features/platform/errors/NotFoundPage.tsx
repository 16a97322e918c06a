import { useTranslation } from 'react-i18next';

import { Screen } from '../../../components/Screen.tsx';
import { ErrorActions } from './ErrorActions.tsx';

export function NotFoundPage() {
  const { t } = useTranslation('app');
  return (
    <Screen
      code="404"
      title={t('errorPage.notFound.title')}
      help={t('errorPage.notFound.help')}
      actions={<ErrorActions />}
    />
  );
}
