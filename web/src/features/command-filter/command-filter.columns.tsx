import type { CommandFilter, CommandFilterQuery } from '@jadegate/contract/command-filter';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Can } from '../../components/Can.tsx';
import { actionsColumn, type ListColumn } from '../../components/list/list-column.ts';
import { TimeText } from '../../components/TimeText.tsx';

/** The columns of the list of command filters; `actions` is what stands at the end of a row. */
export function commandFilterColumns(
  t: TFunction<'command-filter'>,
  actions: (row: CommandFilter) => ReactNode,
): ListColumn<CommandFilter, CommandFilterQuery>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      always: true,
      render: ({ id, name }) => (
        <Can any={['command-filter-detail']} otherwise={name}>
          <Link to={`/command-filter/${id}`}>{name}</Link>
        </Can>
      ),
    },
    { key: 'ruleCount', title: t('field.ruleCount'), numeric: true, render: ({ ruleCount }) => ruleCount },
    {
      key: 'strategyCount',
      title: t('field.strategyCount'),
      numeric: true,
      render: ({ strategyCount }) => strategyCount,
    },
    {
      key: 'grantCount',
      title: t('field.grantCount'),
      numeric: true,
      render: ({ grantCount }) => grantCount,
    },
    {
      key: 'created',
      title: t('field.created'),
      sort: 'created',
      render: ({ created }) => <TimeText value={created} />,
    },
    actionsColumn(t('field.actions'), 152, actions),
  ];
}
