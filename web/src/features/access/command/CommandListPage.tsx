import { CodeOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { CommandQuery, type Command } from '@jadegate/contract/access/command';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { commandColumns } from './command.columns.tsx';
import { commandsQuery } from './command.queries.ts';
import { CommandRowActions } from './CommandRowActions.tsx';
import { useCommandOverlays } from './useCommandOverlays.ts';

const CommandOverlays = lazyOverlays(async () => (await import('./CommandOverlays.tsx')).CommandOverlays);
const read = commandsQuery('all');

/** Everybody's saved commands. */
export function CommandListPage() {
  const { t } = useTranslation('command');
  const can = useCan();
  const navigate = useNavigate();
  const selection = useSelection<Command>();
  const overlays = useCommandOverlays();
  const columns = commandColumns(t, (row) => <CommandRowActions scope="all" row={row} overlays={overlays} />);
  return (
    <>
      <ListPage
        name="command"
        title={t('title.list')}
        description={t('title.description')}
        access={['command']}
        schema={CommandQuery}
        read={read}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'name', placeholder: t('placeholder.search') }}
        filters={[{ kind: 'text', name: 'content', label: t('field.content') }]}
        action={
          <>
            {can('command-exec') && (
              <Button
                icon={<PlayCircleOutlined aria-hidden />}
                onClick={() => void navigate('/batch-command')}
              >
                {t('action.batch')}
              </Button>
            )}
            <CreateButton access="command-add" onClick={() => overlays.form.open(undefined)}>
              {t('action.create')}
            </CreateButton>
          </>
        }
        selection={can('command-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton onClick={() => overlays.removal.open(selection.rows)}>
            {t('action.delete')}
          </BulkDeleteButton>
        }
        empty={{ icon: <CodeOutlined aria-hidden />, title: t('empty.title'), description: t('empty.help') }}
      />
      <CommandOverlays scope="all" overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}
