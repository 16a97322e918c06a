import { ExclamationCircleOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { readFailure } from './failure.ts';
import { Mono } from './Mono.tsx';
import { StateView } from './StateView.tsx';

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** A read failed: what happened, the number to quote, and another try. */
export function ErrorState({ error, onRetry, isRetrying = false }: ErrorStateProps) {
  const { t } = useTranslation('parts');
  const { message, requestId } = readFailure(error);
  return (
    <StateView
      role="alert"
      tone="error"
      icon={<ExclamationCircleOutlined aria-hidden />}
      title={t('error.title')}
      description={
        <>
          <div>{message}</div>
          {requestId !== undefined && (
            <div>
              {t('error.requestId')} <Mono text={requestId} />
            </div>
          )}
        </>
      }
      action={
        onRetry && (
          <Button icon={<ReloadOutlined aria-hidden />} onClick={onRetry} loading={isRetrying}>
            {t('action.retry')}
          </Button>
        )
      }
    />
  );
}
