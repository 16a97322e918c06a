import type { verifyAuditLog } from '@jadegate/contract/platform/audit-log';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';

import { readFailure } from '../../../components/failure.ts';

interface VerifyResultProps {
  report: z.output<(typeof verifyAuditLog)['response']> | undefined;
  error: unknown;
  onClose: () => void;
}

/** What the check found. Stays until it is dismissed. */
export function VerifyResult({ report, error, onClose }: VerifyResultProps) {
  const { t } = useTranslation('audit-log');
  const closable = { onClose, 'aria-label': t('action.dismiss') };
  if (error !== null) {
    return (
      <Alert type="error" showIcon role="alert" closable={closable} title={readFailure(error).message} />
    );
  }
  if (report === undefined) {
    return null;
  }
  const { entries, brokenAt, unread = 0 } = report;
  return brokenAt === null ? (
    <Alert
      type="success"
      showIcon
      role="status"
      closable={closable}
      title={t('verify.whole', { count: entries })}
      description={unread > 0 && t('verify.unread', { count: unread })}
    />
  ) : (
    <Alert
      type="error"
      showIcon
      role="alert"
      closable={closable}
      title={t('verify.broken', { seq: brokenAt })}
      description={t('verify.brokenHelp', { count: entries })}
    />
  );
}
