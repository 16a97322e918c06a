import { AuditOutlined } from '@ant-design/icons';
import { AuditLogQuery } from '@jadegate/contract/platform/audit-log';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { ListPage } from '../../../components/list/ListPage.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { auditLogColumns } from './audit-log.columns.tsx';
import { auditArchivesQuery, auditLogsQuery, useVerifyAuditLog, type AuditRow } from './audit-log.queries.ts';
import { actionOptions } from './audit-words.ts';
import { AuditDetailDrawer } from './AuditDetailDrawer.tsx';
import { AuditLogActions } from './AuditLogActions.tsx';
import { VerifyResult } from './VerifyResult.tsx';

const DAY = 'YYYY-MM-DD';
const RESULTS = ['success', 'failure'] as const;

/** The audit log: who did what to which object. */
export function AuditLogListPage() {
  const { t } = useTranslation('audit-log');
  const language = useLanguage();
  const entry = useOverlay<AuditRow>();
  const verify = useVerifyAuditLog();
  const { data: archives = [] } = useQuery(auditArchivesQuery());
  const columns = useMemo(() => auditLogColumns(t, language, entry.open), [t, language, entry.open]);

  const archiveFilter = {
    name: 'archive',
    label: t('field.archive'),
    options: archives.map(({ id, firstSeq, lastSeq, from, to, isHere, server }) => ({
      value: id,
      label: [
        t('archive.range', { firstSeq, lastSeq, from: dayjs(from).format(DAY), to: dayjs(to).format(DAY) }),
        ...(isHere ? [] : [t('archive.elsewhere', { server })]),
      ].join(' · '),
    })),
  } as const;

  return (
    <>
      <ListPage
        name="audit-log"
        title={t('title.list')}
        description={t('title.description')}
        access={['audit-log']}
        schema={AuditLogQuery}
        read={auditLogsQuery}
        columns={columns}
        nameOf={({ id }) => id}
        search={{ kind: 'person', name: 'actor', placeholder: t('placeholder.actor') }}
        filters={[
          { kind: 'text', name: 'object', label: t('placeholder.object') },
          { name: 'action', label: t('field.action'), options: actionOptions(language) },
          {
            name: 'result',
            label: t('field.result'),
            options: RESULTS.map((value) => ({ value, label: t(`result.${value}`) })),
          },
          { kind: 'range', names: ['from', 'to'], labels: [t('field.from'), t('field.to')] },
          ...(archives.length > 0 ? [archiveFilter] : []),
        ]}
        renderExtra={(query) => (
          <AuditLogActions query={query} isVerifying={verify.isPending} onVerify={() => verify.mutate()} />
        )}
        notice={<VerifyResult report={verify.data} error={verify.error} onClose={verify.reset} />}
        empty={{ icon: <AuditOutlined aria-hidden />, title: t('empty.title'), description: t('empty.help') }}
      />
      <AuditDetailDrawer open={entry.isOpen} target={entry.target} onClose={entry.close} />
    </>
  );
}
