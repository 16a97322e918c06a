import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Can } from '../../components/Can.tsx';
import { actionsColumn, type ListColumn } from '../../components/list/list-column.ts';
import { TimeText } from '../../components/TimeText.tsx';
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
        <Can any={[DETAIL_RIGHTS[target]]} otherwise={name}>
          <Link to={`/${target}/${id}`}>{name}</Link>
        </Can>
      ),
    },
    {
      key: 'strategy',
      title: t('field.strategy'),
      render: ({ strategyId, strategyName }) =>
        strategyId === '' ? (
          t('strategy.none')
        ) : (
          <Can any={['strategy-detail']} otherwise={strategyName}>
            <Link to={`/strategy/${strategyId}`}>{strategyName}</Link>
          </Can>
        ),
    },
    { key: 'period', title: t('field.period'), render: (row) => <GrantPeriod {...row} /> },
    { key: 'state', title: t('field.state'), render: ({ state }) => <GrantStateTag state={state} /> },
    {
      key: 'created',
      title: t('field.created'),
      sort: 'created',
      render: ({ created }) => <TimeText value={created} />,
    },
    actionsColumn(t('field.actions'), ACTIONS_WIDTH, actions),
  ];
}
