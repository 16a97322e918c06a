import { useTranslation } from 'react-i18next';

import { ConfirmRows } from '../../../components/ConfirmRows.tsx';
import { useRevokeGrants, type GrantView } from './authorised.queries.ts';

interface GrantRevokeModalProps {
  open: boolean;
  grants: readonly GrantView[];
  onClose: () => void;
  onRevoked: () => void;
}

/** Asks before grants are taken away. */
export function GrantRevokeModal({ open, grants, onClose, onRevoked }: GrantRevokeModalProps) {
  const { t } = useTranslation('authorised');
  const revoke = useRevokeGrants();
  const [first] = grants;
  const name = first?.target.name ?? '';
  const count = grants.length;
  const isOne = count === 1;
  return (
    <ConfirmRows
      open={open}
      ids={grants.map(({ id }) => id)}
      names={grants.map(({ target }) => target.name)}
      title={isOne ? t('confirm.revoke.title', { name }) : t('confirm.revoke.titleMany', { count })}
      help={t('confirm.revoke.help')}
      confirmLabel={t('action.revoke')}
      done={isOne ? t('message.revoked', { name }) : t('message.revokedMany', { count })}
      run={(ids) => revoke.mutateAsync(ids)}
      onClose={onClose}
      onDone={onRevoked}
    />
  );
}
