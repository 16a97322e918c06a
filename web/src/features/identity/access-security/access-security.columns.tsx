import type { AccessSecurity, AccessSecurityQuery } from '@jadegate/contract/identity/access-security';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';

const IP_WIDTH = 360;

/** What the server notes for rules that were made here. Others come as words already. */
const BY_ADMINISTRATOR = 'administrator';

/** The columns of the list of rules; `actions` is what stands at the end of a row. */
export function accessSecurityColumns(
  t: TFunction<'access-security'>,
  actions: (row: AccessSecurity) => ReactNode,
): ListColumn<AccessSecurity, AccessSecurityQuery>[] {
  return [
    {
      key: 'ip',
      title: t('field.ip'),
      sort: 'ip',
      always: true,
      render: ({ ip }) => <Mono text={ip} maxWidth={IP_WIDTH} />,
    },
    {
      key: 'rule',
      title: t('field.rule'),
      sort: 'rule',
      render: ({ rule }) => (
        <StatusTag tone={rule === 'allow' ? 'success' : 'error'}>{t(`rule.${rule}`)}</StatusTag>
      ),
    },
    {
      key: 'priority',
      title: t('field.priority'),
      sort: 'priority',
      numeric: true,
      render: ({ priority }) => priority,
    },
    {
      key: 'source',
      title: t('field.source'),
      render: ({ source }) => (source === BY_ADMINISTRATOR ? t('source.administrator') : source || '—'),
    },
    actionsColumn(t('field.actions'), 128, actions),
  ];
}
