import { EditOutlined } from '@ant-design/icons';
import type { CommandFilter } from '@jadegate/contract/access/command-filter';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DetailPage, type DetailTab } from '../../../components/detail/DetailPage.tsx';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { commandFilterQuery } from './command-filter.queries.ts';
import { CommandFilterFormDrawer } from './CommandFilterFormDrawer.tsx';
import { FilterTestTab } from './FilterTestTab.tsx';
import { RulesTab } from './RulesTab.tsx';

/** One filter: its rules in the order they are asked, and a way to try them out. */
export function CommandFilterDetailPage() {
  const { t } = useTranslation('command-filter');
  const { commandFilterId = '' } = useParams();
  const edit = useOverlay<CommandFilter>();
  return (
    <>
      <DetailPage
        read={commandFilterQuery(commandFilterId)}
        title={({ name }) => name}
        description={() => t('help.guard')}
        action={(filter) => renameButton(filter, edit.open, t)}
        tabs={(filter) => tabsOf(filter, t)}
        listPath="/command-filter"
      />
      {edit.wasOpened && (
        <CommandFilterFormDrawer open={edit.isOpen} target={edit.target} onClose={edit.close} />
      )}
    </>
  );
}

function renameButton(
  filter: CommandFilter,
  onClick: (filter: CommandFilter) => void,
  t: TFunction<'command-filter'>,
): ReactNode {
  return (
    <Can any={['command-filter-edit']}>
      <Button icon={<EditOutlined aria-hidden />} onClick={() => onClick(filter)}>
        {t('action.rename')}
      </Button>
    </Can>
  );
}

function tabsOf({ id }: CommandFilter, t: TFunction<'command-filter'>): DetailTab[] {
  return [
    {
      key: 'rules',
      label: t('tab.rules'),
      access: ['command-filter-rule'],
      content: <RulesTab filterId={id} />,
    },
    {
      key: 'test',
      label: t('tab.test'),
      access: ['command-filter-detail'],
      content: <FilterTestTab filterId={id} />,
    },
  ];
}
