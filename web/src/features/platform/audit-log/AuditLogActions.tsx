import { DownloadOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import type { AuditLogQuery } from '@jadegate/contract/platform/audit-log';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { exportEntries } from './audit-log.queries.ts';

interface AuditLogActionsProps {
  query: AuditLogQuery;
  isVerifying: boolean;
  onVerify: () => void;
}

const FORMATS = ['csv', 'jsonl'] as const;

/** Export what the filters match, and check the whole log. */
export function AuditLogActions({ query, isVerifying, onVerify }: AuditLogActionsProps) {
  const { t } = useTranslation('audit-log');
  return (
    <>
      <Can any={['audit-log-export']}>
        <Dropdown
          trigger={['click']}
          menu={{
            items: FORMATS.map((format) => ({
              key: format,
              label: t(`format.${format}`),
              onClick: () => void exportEntries(format, query),
            })),
          }}
        >
          <Button icon={<DownloadOutlined aria-hidden />}>{t('action.export')}</Button>
        </Dropdown>
      </Can>
      <Can any={['audit-log-verify']}>
        <Button
          type="primary"
          icon={<SafetyCertificateOutlined aria-hidden />}
          loading={isVerifying}
          onClick={onVerify}
        >
          {t('action.verify')}
        </Button>
      </Can>
    </>
  );
}
