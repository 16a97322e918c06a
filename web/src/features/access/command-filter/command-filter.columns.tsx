import type { CommandFilter, CommandFilterQuery } from '@jadegate/contract/access/command-filter';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { countColumn, createdColumn, nameColumn } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';

/** The columns of the list of command filters; `actions` is what stands at the end of a row. */
export function commandFilterColumns(
  t: TFunction<'command-filter'>,
  actions: (row: CommandFilter) => ReactNode,
): ListColumn<CommandFilter, CommandFilterQuery>[] {
  return [
    nameColumn(t('field.name'), { right: 'command-filter-detail', path: '/command-filter' }),
    countColumn('ruleCount', t('field.ruleCount')),
    countColumn('strategyCount', t('field.strategyCount')),
    countColumn('grantCount', t('field.grantCount')),
    createdColumn(t('field.created')),
    actionsColumn(t('field.actions'), 152, actions),
  ];
}
