import type { LoginPolicyQuery, LoginPolicyRow } from '@jadegate/contract/identity/login-policy';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { countColumn, nameColumn } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { EnabledTag, RuleTag } from './PolicyTags.tsx';

/** The columns of the list of policies; `actions` is what stands at the end of a row. */
export function loginPolicyColumns(
  t: TFunction<'login-policy'>,
  actions: (row: LoginPolicyRow) => ReactNode,
): ListColumn<LoginPolicyRow, LoginPolicyQuery>[] {
  return [
    nameColumn(t('field.name'), { right: 'login-policy-detail', path: '/login-policy' }),
    {
      key: 'priority',
      title: t('field.priority'),
      sort: 'priority',
      numeric: true,
      render: ({ priority }) => priority,
    },
    { key: 'rule', title: t('field.rule'), render: ({ rule }) => <RuleTag rule={rule} /> },
    {
      key: 'enabled',
      title: t('field.enabled'),
      render: ({ enabled }) => <EnabledTag enabled={enabled} />,
    },
    countColumn('userCount', t('field.userCount')),
    actionsColumn(t('field.actions'), 128, actions),
  ];
}
