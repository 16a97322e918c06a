import type { Strategy, StrategyQuery } from '@jadegate/contract/strategy';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Can } from '../../components/Can.tsx';
import { actionsColumn, type ListColumn } from '../../components/list/list-column.ts';
import { TimeText } from '../../components/TimeText.tsx';
import { AllowedFlags, RecordingTag } from './StrategyTags.tsx';

const FLAGS_WIDTH = 360;

/** The columns of the list of strategies; `actions` is what stands at the end of a row. */
export function strategyColumns(
  t: TFunction<'strategy'>,
  actions: (row: Strategy) => ReactNode,
): ListColumn<Strategy, StrategyQuery>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      always: true,
      render: ({ id, name }) => (
        <Can any={['strategy-detail']} otherwise={name}>
          <Link to={`/strategy/${id}`}>{name}</Link>
        </Can>
      ),
    },
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
    actionsColumn(t('field.actions'), 128, actions),
  ];
}

export function FilterLink({ id, name }: { id: string; name: string }) {
  if (id === '') {
    return '—';
  }
  return (
    <Can any={['command-filter-detail']} otherwise={name}>
      <Link to={`/command-filter/${id}`}>{name}</Link>
    </Can>
  );
}
