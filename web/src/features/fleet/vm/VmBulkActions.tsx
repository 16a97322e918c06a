import type { VmRow } from '@jadegate/contract/fleet/vm';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { readFailure } from '../../../components/failure.ts';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { usePowerVms } from './vm.queries.ts';

interface VmBulkActionsProps {
  rows: readonly VmRow[];
  onDelete: () => void;
  onDone: () => void;
}

/** Starts or shuts down the ticked machines; each is begun or refused for itself. */
export function VmBulkActions({ rows, onDelete, onDone }: VmBulkActionsProps) {
  const { t } = useTranslation('vm');
  const { message, notification } = App.useApp();
  const power = usePowerVms();
  const send = async (action: 'start' | 'shutdown') => {
    const results = await power.mutateAsync({ ids: rows.map(({ id }) => id), action });
    const refused = results.filter(({ refusal }) => refusal !== '');
    const begun = results.length - refused.length;
    if (begun > 0) {
      message.info(t('message.begunMany', { count: begun, action: t(`act.${action}`) }));
    }
    if (refused.length > 0) {
      notification.warning({
        title: t('message.refusedMany', { count: refused.length }),
        description: refused.map(({ id, refusal }) => <div key={id}>{refusal}</div>),
        duration: 0,
      });
    }
    onDone();
  };
  const start = () => void send('start').catch((error: unknown) => message.error(readFailure(error).message));
  const isGone = rows.length > 0 && rows.every(({ state }) => state === 'missing');
  return (
    <>
      <Can any={['vm-power']}>
        <Button loading={power.isPending} onClick={start}>
          {t('act.start')}
        </Button>
        <ConfirmButton
          title={t('confirm.shutdownMany', { count: rows.length })}
          consequence={t('consequence.shutdown')}
          confirmLabel={t('act.shutdown')}
          onConfirm={() => send('shutdown')}
        >
          {t('act.shutdown')}
        </ConfirmButton>
      </Can>
      {isGone && (
        <Can any={['vm-del']}>
          <BulkDeleteButton label={t('action.delete')} onClick={onDelete} />
        </Can>
      )}
    </>
  );
}
