import type { SshTicketRow } from '@jadegate/contract/identity/ssh-ticket';
import type { SshDoor } from '@jadegate/contract/session/ssh-door';
import { sshAssetName } from '@jadegate/contract/session/ssh-user-name';
import { useTranslation } from 'react-i18next';

import { CopyLine } from '../../../components/ssh/CopyLine.tsx';
import { sshConfigBlock } from '../../../components/ssh/ssh-lines.ts';
import { ShownOnceModal } from './ShownOnceModal.tsx';

export type MadeTicket = Pick<SshTicketRow, 'name' | 'assetId' | 'assetName'> & { ticket: string };

interface NewTicketModalProps {
  made: MadeTicket;
  /** Undefined while it is not known. */
  door: SshDoor | undefined;
  onClose: () => void;
}

/** The only time a ticket is seen, with how a program is told of it. */
export function NewTicketModal({
  made: { name, ticket, assetId, assetName },
  door,
  onClose,
}: NewTicketModalProps) {
  const { t } = useTranslation('ssh-ticket');
  const asset = sshAssetName({ id: assetId, name: assetName });
  return (
    <ShownOnceModal title={t('title.made', { name })} warning={t('once')} onClose={onClose}>
      <CopyLine title={t('line.ticket')} text={ticket} />
      {door?.isEnabled && (
        <CopyLine
          title={t('line.config')}
          help={t('line.configHelp', { host: asset })}
          text={sshConfigBlock({ asset, door, user: ticket })}
        />
      )}
    </ShownOnceModal>
  );
}
