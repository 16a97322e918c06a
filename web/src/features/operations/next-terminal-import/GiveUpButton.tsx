import { useTranslation } from 'react-i18next';

import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { useCloseImport } from './next-terminal-import.queries.ts';

/** Forgets the import with its file and key; what was brought stays. */
export function GiveUpButton() {
  const { t } = useTranslation('next-terminal-import');
  const close = useCloseImport();
  return (
    <ConfirmButton
      title={t('giveUp.title')}
      consequence={t('giveUp.help')}
      confirmLabel={t('action.giveUp')}
      onConfirm={() => close.mutateAsync(undefined)}
    >
      {t('action.giveUp')}
    </ConfirmButton>
  );
}
