import type { Strategy, StrategyQuery } from '@jadegate/contract/access/strategy';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import {
  countColumn,
  createdColumn,
  DetailLink,
  nameColumn,
} from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { AllowedFlags, RecordingTag } from './StrategyTags.tsx';

const FLAGS_WIDTH = 360;

/** The columns of the list of strategies; `actions` is what stands at the end of a row. */
export function strategyColumns(
  t: TFunction<'strategy'>,
  actions: (row: Strategy) => ReactNode,
): ListColumn<Strategy, StrategyQuery>[] {
  return [
    nameColumn(t('field.name'), { right: 'strategy-detail', path: '/strategy' }),
    {
      key: 'flags',
      title: t('field.flags'),
      width: FLAGS_WIDTH,
      render: (strategy) => <AllowedFlags strategy={strategy} />,
    },
    {
      key: 'recording',
      title: t('field.recording'),
      render: ({ recording }) => <RecordingTag isRecorded={recording} />,
    },
    {
      key: 'commandFilter',
      title: t('field.commandFilter'),
      render: ({ commandFilterId, commandFilterName }) => (
        <FilterLink id={commandFilterId} name={commandFilterName} />
      ),
    },
    countColumn('grantCount', t('field.grantCount')),
    createdColumn(t('field.created')),
    actionsColumn(t('field.actions'), 128, actions),
  ];
}

export function FilterLink({ id, name }: { id: string; name: string }) {
  if (id === '') {
    return '—';
  }
  return <DetailLink right="command-filter-detail" to={`/command-filter/${id}`} name={name} />;
}
