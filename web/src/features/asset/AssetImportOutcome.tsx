import type { AssetImportResult } from '@jadegate/contract/asset-import';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';

/** What was added, and what was not. */
export function AssetImportOutcome({ outcome }: { outcome: AssetImportResult }) {
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
        </>
      }
    />
  );
}
