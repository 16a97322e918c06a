import type { SessionRow } from '@jadegate/contract/session/session';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../../components/ConfirmModal.tsx';
import { ConfirmRows } from '../../../components/ConfirmRows.tsx';
import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { MessageModal } from './MessageModal.tsx';
import { creatorOf, sessionName } from './session-name.ts';
import { useDeleteSessions, useDisconnectSessions, useDisconnectUser } from './session.queries.ts';
import { SessionCommandDrawer } from './SessionCommandDrawer.tsx';

export interface OnlineTargets {
  message: SessionRow;
  ending: SessionRow[];
  /** Everything of the person of this row. */
  person: SessionRow;
}

/** What can lie over the live list. */
export function OnlineSessionOverlays({ overlays: { of }, onDone }: OverlaysProps<OnlineTargets>) {
  const { t } = useTranslation('session');
  const { target: listener, ...message } = of('message');
  const { target: rows = [], ...ending } = of('ending');
  const { target: person, ...disconnecting } = of('person');
  const disconnect = useDisconnectSessions();
  const disconnectPerson = useDisconnectUser();
  const [first] = rows;
  const user = first ? creatorOf(first) : '';
  const isOne = rows.length === 1;
  return (
    <>
      <MessageModal
        {...message}
        sessionId={listener?.id ?? ''}
        userName={listener ? creatorOf(listener) : ''}
      />
      <ConfirmRows
        {...ending}
        ids={rows.map(({ id }) => id)}
        names={isOne ? [] : rows.map(sessionName)}
        title={
          isOne
            ? t('confirm.disconnect.title', { user, asset: first?.assetName ?? '' })
            : t('confirm.disconnectMany.title', { count: rows.length })
        }
        help={t('confirm.disconnect.help')}
        confirmLabel={t('action.disconnect')}
        done={
          isOne ? t('message.disconnected', { user }) : t('message.disconnectedMany', { count: rows.length })
        }
        run={disconnect.mutateAsync}
        onDone={onDone}
      />
      <ConfirmModal
        {...disconnecting}
        title={t('confirm.disconnectUser.title', { user: person ? creatorOf(person) : '' })}
        consequence={t('confirm.disconnectUser.help')}
        confirmLabel={t('action.disconnect')}
        onConfirm={() => disconnectPerson.mutateAsync(person?.creator ?? '')}
      />
    </>
  );
}

export interface OfflineTargets {
  removal: SessionRow[];
  files: SessionRow;
  evidence: SessionRow;
  commands: SessionRow;
}

/** What can lie over the list of past sessions. */
export function OfflineSessionOverlays({ overlays: { of }, onDone }: OverlaysProps<OfflineTargets>) {
  const remove = useDeleteSessions();
  return (
    <>
      <SessionCommandDrawer {...of('commands')} />
      <DeleteDialog
        {...of('removal')}
        words="session"
        nameOf={({ assetName }) => assetName}
        // Many have the same name.
        listAs={false}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
