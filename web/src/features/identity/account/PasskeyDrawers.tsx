import { Reauthentication } from '@jadegate/contract/identity/account';
import { renamePasskey, type OwnPasskeys, type PasskeyRow } from '@jadegate/contract/identity/passkey';
import { LIMITS } from '@jadegate/contract/limits';
import { Name } from '@jadegate/contract/scalars';
import { useQuery } from '@tanstack/react-query';
import { App, Input, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';

import { recentProofQuery } from '../../../api/own-proof.ts';
import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { useAccount } from '../../../hooks/account.ts';
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './passkey.queries.ts';
import { PasswordOrCode } from './ProofFields.tsx';

const Addition = Reauthentication.extend({ name: Name.max(LIMITS.passkeyName.max) });
const AdditionField = FormField<'name'>;
const Rename = renamePasskey.body;
const RenameField = FormField<'name'>;

interface AddProps {
  open: boolean;
  own: OwnPasskeys;
  onClose: () => void;
  /** Those that were made with the first. */
  onCodes: (codes: readonly string[]) => void;
}

/** What it is called; then the browser asks for a finger, a face or a PIN. */
export function PasskeyAddDrawer({ open, own, onClose, onCodes }: AddProps) {
  const { t } = useTranslation('passkey');
  const { message } = App.useApp();
  const add = useAddPasskey();
  const recent = useQuery({ ...recentProofQuery(), enabled: open });
  const left = own.needsFactor ? recent.data?.factorSeconds : recent.data?.seconds;
  const isProven = left === undefined || left > 0;
  const handleSubmit = async ({ name, ...proof }: z.output<typeof Addition>) => {
    try {
      const { recoveryCodes } = await add.mutateAsync({ name, proof: isProven ? undefined : proof });
      void message.success(t('message.added', { name }));
      if (recoveryCodes.length > 0) {
        onCodes(recoveryCodes);
      }
    } catch (error) {
      // What counted when the form opened may have run out since: it is asked for now.
      void recent.refetch();
      throw error;
    }
  };
  return (
    <FormDrawer
      open={open}
      title={t('action.add')}
      schema={Addition}
      initial={recent.data && { name: t('defaultName', { number: own.passkeys.length + 1 }) }}
      submitLabel={t('action.add')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <AdditionField name="name" label={t('field.name')} help={t('help.name')}>
        <Input autoComplete="off" />
      </AdditionField>
      {!isProven && <PasswordOrCode factorOnly={own.needsFactor} />}
    </FormDrawer>
  );
}

export function PasskeyRenameDrawer({ row, onClose }: { row: PasskeyRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('passkey');
  const { message } = App.useApp();
  const rename = useRenamePasskey();
  return (
    <FormDrawer
      open={row !== undefined}
      title={t('title.rename')}
      schema={Rename}
      initial={row && { name: row.name }}
      submitLabel={t('action.save')}
      onSubmit={async ({ name }) => {
        await rename.mutateAsync({ id: row?.id ?? '', name });
        void message.success(t('message.renamed', { name }));
      }}
      onClose={onClose}
    >
      <RenameField name="name" label={t('field.name')} help={t('help.name')}>
        <Input autoComplete="off" />
      </RenameField>
    </FormDrawer>
  );
}

interface RemoveProps {
  row: PasskeyRow | undefined;
  /** There is no other that could confirm it. */
  isLast: boolean;
  onClose: () => void;
}

/** With another proof than the passkey itself; the password only where there is nothing else. */
export function PasskeyRemoveDrawer({ row, isLast, onClose }: RemoveProps) {
  const { t } = useTranslation('passkey');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const account = useAccount();
  const remove = useRemovePasskey();
  const name = row?.name ?? '';
  return (
    <FormDrawer
      open={row !== undefined}
      title={t('title.remove', { name })}
      schema={Reauthentication}
      initial={row && {}}
      submitLabel={t('action.remove')}
      onSubmit={async (proof) => {
        await remove.mutateAsync({ id: row?.id ?? '', proof });
        void message.success(t('message.removed', { name }));
      }}
      onClose={onClose}
    >
      <div style={{ marginBottom: token.margin }}>{t('help.remove')}</div>
      <PasswordOrCode factorOnly={account?.enableTotp === true || !isLast} withPasskey={!isLast} />
    </FormDrawer>
  );
}
