import { AuditOutlined } from '@ant-design/icons';
import { AuditLogQuery } from '@jadegate/contract/audit-log';
import { theme } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { DeniedState } from '../../components/DeniedState.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { isDenied } from '../../components/failure.ts';
import { ListView } from '../../components/list/ListView.tsx';
import { useList } from '../../components/list/useList.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useOverlay } from '../../hooks/useOverlay.ts';
import { auditLogColumns } from './audit-log.columns.tsx';
import { auditLogsQuery, useVerifyAuditLog, type AuditRow } from './audit-log.queries.ts';
import { actionOptions } from './audit-words.ts';
import { AuditDetailDrawer } from './AuditDetailDrawer.tsx';
import { AuditLogActions } from './AuditLogActions.tsx';
import { AuditLogFilters } from './AuditLogFilters.tsx';
import { VerifyResult } from './VerifyResult.tsx';

import styles from './AuditLogList.module.css';

const RESULTS = ['success', 'failure'] as const;

/** The list with filters that the shared list page does not have, and the result of the last check. */
export function AuditLogList() {
  const { t } = useTranslation('audit-log');
  const { token } = theme.useToken();
  const language = useLanguage();
  const entry = useOverlay<AuditRow>();
  const verify = useVerifyAuditLog();
  const { state, result } = useList({ schema: AuditLogQuery, read: auditLogsQuery });
  const { data, error, isFetching, refetch } = result;
  const columns = useMemo(() => auditLogColumns(t, language, entry.open), [t, language, entry.open]);

  if (data === undefined && isDenied(error)) {
    return <DeniedState />;
  }
  const header = (
    <>
      <PageHeader
        title={t('title.list')}
        description={t('title.description')}
        action={
          <AuditLogActions
            query={state.query}
            isVerifying={verify.isPending}
            onVerify={() => verify.mutate()}
          />
        }
      />
      <VerifyResult report={verify.data} error={verify.error} onClose={verify.reset} />
    </>
  );
  if (data === undefined && error !== null) {
    return (
      <>
        {header}
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </>
    );
  }
  if (data?.total === 0 && !state.isFiltered) {
    return (
      <>
        {header}
        <EmptyState
          icon={<AuditOutlined aria-hidden />}
          title={t('empty.title')}
          description={t('empty.help')}
        />
      </>
    );
  }
  return (
    <>
      {header}
      <div className={styles.list} style={{ gap: `${token.margin}px ${token.marginXS}px` }}>
        {/* Before the list's own search box, which takes the slash key. */}
        <AuditLogFilters className={styles.filters} state={state} />
        <ListView
          name="audit-log"
          columns={columns}
          nameOf={({ id }) => id}
          search={{ name: 'actor', placeholder: t('placeholder.actor') }}
          filters={[
            { name: 'action', label: t('field.action'), options: actionOptions(language) },
            {
              name: 'result',
              label: t('field.result'),
              options: RESULTS.map((value) => ({ value, label: t(`result.${value}`) })),
            },
          ]}
          state={state}
          result={result}
        />
      </div>
      <AuditDetailDrawer open={entry.isOpen} row={entry.target} onClose={entry.close} />
    </>
  );
}
