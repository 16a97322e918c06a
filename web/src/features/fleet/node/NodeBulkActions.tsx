import type { NodeLifecycle, NodeRow } from '@jadegate/contract/fleet/node';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { useSetLifecycle } from './node.queries.ts';

interface NodeBulkActionsProps {
  rows: readonly NodeRow[];
  onDelete: () => void;
  onDone: () => void;
}

/** What can be done with the ticked nodes. */
export function NodeBulkActions({ rows, onDelete, onDone }: NodeBulkActionsProps) {
  const { t } = useTranslation('node');
  const { message } = App.useApp();
  const change = useSetLifecycle();
  const set = (lifecycle: NodeLifecycle) =>
    change.mutate(
      { ids: rows.map(({ id }) => id), lifecycle },
      {
        onSuccess: () => {
          message.success(t('message.lifecycle', { count: rows.length, state: t(`lifecycle.${lifecycle}`) }));
          onDone();
        },
      },
    );
  return (
    <>
      <Can any={['node-edit']}>
        <Button loading={change.isPending} onClick={() => set('maintenance')}>
          {t('action.maintain')}
        </Button>
        <Button loading={change.isPending} onClick={() => set('active')}>
          {t('action.activate')}
        </Button>
      </Can>
      <Can any={['node-del']}>
        <BulkDeleteButton label={t('action.delete')} onClick={onDelete} />
      </Can>
    </>
  );
}
