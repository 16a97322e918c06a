import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { createdColumn, DetailLink } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import type { GrantQuery, GrantView } from './authorised.queries.ts';
import { DETAIL_RIGHTS, type GrantObject } from './grant-side.ts';
import { GrantPeriod } from './GrantPeriod.tsx';
import { GrantStateTag } from './GrantStateTag.tsx';

const ACTIONS_WIDTH = 128;

/** The columns of a list of grants; `actions` is what stands at the end of a row. */
export function grantColumns(
  t: TFunction<'authorised'>,
  target: GrantObject,
  actions: (row: GrantView) => ReactNode,
): ListColumn<GrantView, GrantQuery>[] {
  return [
    {
      key: 'target',
      title: t(`field.target.${target}`),
      always: true,
      render: ({ target: { id, name } }) => (
        <DetailLink right={DETAIL_RIGHTS[target]} to={`/${target}/${id}`} name={name} />
      ),
    },
    {
      key: 'strategy',
      title: t('field.strategy'),
      render: ({ strategyId, strategyName }) =>
        strategyId === '' ? (
          t('strategy.none')
        ) : (
          <DetailLink right="strategy-detail" to={`/strategy/${strategyId}`} name={strategyName} />
        ),
    },
    { key: 'period', title: t('field.period'), render: (row) => <GrantPeriod {...row} /> },
    { key: 'state', title: t('field.state'), render: ({ state }) => <GrantStateTag state={state} /> },
    createdColumn(t('field.created')),
    actionsColumn(t('field.actions'), ACTIONS_WIDTH, actions),
  ];
}
