import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../../components/ConfirmModal.tsx';
import { ConfirmRows } from '../../../components/ConfirmRows.tsx';
import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import { MessageModal } from './MessageModal.tsx';
import { creatorOf, sessionName } from './session-name.ts';
import { useDeleteSessions, useDisconnectSessions, useDisconnectUser } from './session.queries.ts';
import { SessionCommandDrawer } from './SessionCommandDrawer.tsx';
import type { OfflineOverlays, OnlineOverlays } from './useSessionOverlays.ts';

interface OnlineProps {
  overlays: OnlineOverlays;
  onDone: () => void;
}

/** The dialogs of the live list. */
export function OnlineSessionOverlays({ overlays, onDone }: OnlineProps) {
  const { t } = useTranslation('session');
  const { message, ending, person } = overlays;
  const disconnect = useDisconnectSessions();
  const disconnectPerson = useDisconnectUser();
  const rows = ending.target ?? [];
  const [first] = rows;
  const user = first ? creatorOf(first) : '';
  const isOne = rows.length === 1;
  return (
    <>
      <MessageModal
        open={message.isOpen}
        sessionId={message.target?.id ?? ''}
        userName={message.target ? creatorOf(message.target) : ''}
        onClose={message.close}
      />
      <ConfirmRows
        open={ending.isOpen}
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
        onClose={ending.close}
        onDone={onDone}
      />
      <ConfirmModal
        open={person.isOpen}
        title={t('confirm.disconnectUser.title', { user: person.target ? creatorOf(person.target) : '' })}
        consequence={t('confirm.disconnectUser.help')}
        confirmLabel={t('action.disconnect')}
        onConfirm={() => disconnectPerson.mutateAsync(person.target?.creator ?? '')}
        onClose={person.close}
      />
    </>
  );
}

interface OfflineProps {
  overlays: OfflineOverlays;
  onDone: () => void;
}

/** The dialogs of the list of past sessions. */
export function OfflineSessionOverlays({ overlays, onDone }: OfflineProps) {
  const { removal, commands } = overlays;
  const remove = useDeleteSessions();
  return (
    <>
      <SessionCommandDrawer open={commands.isOpen} session={commands.target} onClose={commands.close} />
      <DeleteDialog
        open={removal.isOpen}
        rows={removal.target ?? []}
        words="session"
        nameOf={({ assetName }) => assetName}
        // Many have the same name.
        listAs={false}
        remove={remove.mutateAsync}
        onClose={removal.close}
        onDeleted={onDone}
      />
    </>
  );
}
