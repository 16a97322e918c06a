import type { AuditLogRow } from '@jadegate/contract/platform/audit-log';
import { useTranslation } from 'react-i18next';

import { StatusTag } from '../../../components/StatusTag.tsx';

export function AuditResult({ result }: Pick<AuditLogRow, 'result'>) {
  const { t } = useTranslation('audit-log');
  return <StatusTag tone={result === 'success' ? 'success' : 'error'}>{t(`result.${result}`)}</StatusTag>;
}
