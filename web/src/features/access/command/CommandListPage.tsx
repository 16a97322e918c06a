import { CodeOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { CommandQuery } from '@jadegate/contract/access/command';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { commandColumns } from './command.columns.tsx';
import { commandsQuery } from './command.queries.ts';
import type { CommandTargets } from './CommandOverlays.tsx';
import { CommandRowActions } from './CommandRowActions.tsx';

const CommandOverlays = lazyOverlays(async () => (await import('./CommandOverlays.tsx')).CommandOverlays);
const read = commandsQuery('all');

/** Everybody's saved commands. */
export function CommandListPage() {
  const { t } = useTranslation('command');
  const can = useCan();
  const navigate = useNavigate();
  const overlays = useOverlays<CommandTargets>();
  const { open } = overlays;
  const columns = commandColumns(t, (row) => <CommandRowActions scope="all" row={row} open={open} />);
  return (
    <RecordListPage
      words="command"
      menu="command"
      schema={CommandQuery}
      read={read}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ name: 'name', placeholder: t('placeholder.search') }}
      filters={[{ kind: 'text', name: 'content', label: t('field.content') }]}
      action={
        <>
          {can('command-exec') && (
            <Button icon={<PlayCircleOutlined aria-hidden />} onClick={() => void navigate('/batch-command')}>
              {t('action.batch')}
            </Button>
          )}
          <CreateButton access="command-add" label={t('action.create')} onClick={() => open('form')} />
        </>
      }
      tickAccess={['command-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<CodeOutlined aria-hidden />}
      renderOverlays={(onDone) => <CommandOverlays scope="all" overlays={overlays} onDone={onDone} />}
    />
  );
}
