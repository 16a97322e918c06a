import type { Language } from '@jadegate/contract/language';
import type { AuditLogQuery } from '@jadegate/contract/platform/audit-log';
import { Button } from 'antd';
import type { TFunction } from 'i18next';

import type { ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import type { AuditRow } from './audit-log.queries.ts';
import { actionText, actorText, objectTypeText } from './audit-words.ts';
import { AuditResult } from './AuditResult.tsx';

/** The columns of the audit log. */
export function auditLogColumns(
  t: TFunction<'audit-log'>,
  language: Language,
  onOpen: (row: AuditRow) => void,
): ListColumn<AuditRow, AuditLogQuery>[] {
  return [
    {
      key: 'seq',
      card: 'rest',
      title: t('field.seq'),
      sort: 'seq',
      always: true,
      numeric: true,
      render: ({ seq }) => seq,
    },
    { key: 'at', title: t('field.at'), render: ({ at }) => <TimeText value={at} variant="exact" /> },
    { key: 'actor', title: t('field.actor'), render: (row) => actorText(row, t) },
    {
      key: 'action',
      card: 'title',
      title: t('field.action'),
      render: ({ action }) => actionText(action, language),
    },
    {
      key: 'object',
      title: t('field.object'),
      render: ({ objectType, objectName }) =>
        [objectTypeText(objectType, language), objectName].filter(Boolean).join(' · '),
    },
    { key: 'result', title: t('field.result'), render: ({ result }) => <AuditResult result={result} /> },
    {
      key: 'address',
      title: t('field.address'),
      render: ({ address }) => (address === '' ? '—' : <Mono text={address} />),
    },
    {
      key: 'actions',
      title: t('field.actions'),
      always: true,
      fixed: 'end',
      align: 'end',
      width: 96,
      render: (row) => (
        <Button
          type="link"
          size="small"
          aria-label={t('action.openEntry', { seq: row.seq })}
          onClick={() => onOpen(row)}
        >
          {t('action.open')}
        </Button>
      ),
    },
  ];
}
