import { CodeOutlined, PlusOutlined } from '@ant-design/icons';
import { CommandQuery } from '@jadegate/contract/access/command';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { commandColumns } from './command.columns.tsx';
import { commandsQuery } from './command.queries.ts';
import type { CommandTargets } from './CommandOverlays.tsx';
import { CommandRowActions } from './CommandRowActions.tsx';

const CommandOverlays = lazyOverlays(async () => (await import('./CommandOverlays.tsx')).CommandOverlays);
const read = commandsQuery('own');

/** One's own commands, and the shared ones to use. Rows are not ticked: some of them are not one's own to delete. */
export function MyCommandPage() {
  const { t } = useTranslation('command');
  const overlays = useOverlays<CommandTargets>();
  const columns = commandColumns(t, (row) => (
    <CommandRowActions scope="own" row={row} open={overlays.open} />
  ));
  return (
    <>
      <ListPage
        name="my-command"
        title={t('title.own')}
        description={t('title.ownDescription')}
        schema={CommandQuery}
        read={read}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'name', placeholder: t('placeholder.search') }}
        filters={[{ kind: 'text', name: 'content', label: t('field.content') }]}
        action={
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => overlays.open('form')}>
            {t('action.create')}
          </Button>
        }
        empty={{ icon: <CodeOutlined aria-hidden />, title: t('empty.title'), description: t('empty.help') }}
      />
      <CommandOverlays scope="own" overlays={overlays} />
    </>
  );
}
