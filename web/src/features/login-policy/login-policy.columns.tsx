import type { LoginPolicyQuery, LoginPolicyRow } from '@jadegate/contract/login-policy';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Can } from '../../components/Can.tsx';
import { actionsColumn, type ListColumn } from '../../components/list/list-column.ts';
import { EnabledTag, RuleTag } from './PolicyTags.tsx';

/** The columns of the list of policies; `actions` is what stands at the end of a row. */
export function loginPolicyColumns(
  t: TFunction<'login-policy'>,
  actions: (row: LoginPolicyRow) => ReactNode,
): ListColumn<LoginPolicyRow, LoginPolicyQuery>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      always: true,
      render: ({ id, name }) => (
        <Can any={['login-policy-detail']} otherwise={name}>
          <Link to={`/login-policy/${id}`}>{name}</Link>
        </Can>
      ),
    },
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
    { key: 'userCount', title: t('field.userCount'), numeric: true, render: ({ userCount }) => userCount },
    actionsColumn(t('field.actions'), 128, actions),
  ];
}
