import { useTranslation } from 'react-i18next';

import { Screen } from '../components/Screen.tsx';

import plain from '../components/plain.module.css';

interface FailureScreenProps {
  error: Error;
  onRetry: () => void;
}

/** The console cannot start without knowing who is signed in. */
export function FailureScreen({ error, onRetry }: FailureScreenProps) {
  const { t } = useTranslation(['app', 'common']);
  return (
    <Screen
      title={t('error.accountLoad')}
      help={error.message}
      actions={
        <button type="button" className={plain.primary} onClick={onRetry}>
          {t('common:action.retry')}
        </button>
      }
    />
  );
}
