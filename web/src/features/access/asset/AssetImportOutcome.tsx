import type { AssetImportResult } from '@jadegate/contract/access/asset-import';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';

interface AssetImportOutcomeProps {
  outcome: AssetImportResult;
  onTest: () => void;
}

/** What was added, and what was not; what was added is not yet known by its keys, and a test sees to that. */
export function AssetImportOutcome({ outcome, onTest }: AssetImportOutcomeProps) {
  const { t } = useTranslation('asset-import');
  const { created, duplicates, invalid } = outcome;
  return (
    <Alert
      type={invalid > 0 ? 'warning' : created > 0 ? 'success' : 'info'}
      showIcon
      role="status"
      title={t('outcome.done', { count: created })}
      description={
        <>
          {duplicates > 0 && <div>{t('outcome.duplicates', { count: duplicates })}</div>}
          {invalid > 0 && <div>{t('outcome.invalid', { count: invalid })}</div>}
          {created > 0 && (
            <Can any={['asset-conn-test']}>
              <div>{t('outcome.test')}</div>
            </Can>
          )}
        </>
      }
      action={
        created > 0 && (
          <Can any={['asset-conn-test']}>
            <Button onClick={onTest}>{t('action.testAll')}</Button>
          </Can>
        )
      }
    />
  );
}
