import { CredentialInput, type Credential } from '@jadegate/contract/credential';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { useSaveRecord } from '../../hooks/useSaveRecord.ts';
import { credentialQuery, useCreateCredential, useUpdateCredential } from './credential.queries.ts';
import { CredentialFields } from './CredentialFields.tsx';

interface CredentialFormDrawerProps {
  open: boolean;
  /** The credential to edit; undefined makes a new one. */
  id: string | undefined;
  onClose: () => void;
}

const BLANK: CredentialInput = {
  name: '',
  type: 'custom',
  username: '',
  password: '',
  privateKey: '',
  passphrase: '',
  addresses: '',
};

function toInput({ name, type, username, addresses }: Credential): CredentialInput {
  return { ...BLANK, name, type, username, addresses };
}

/** Only the secrets of the chosen type are sent; an empty one is left as it is. */
function forType(input: CredentialInput): CredentialInput {
  return input.type === 'custom' ? { ...input, privateKey: '', passphrase: '' } : { ...input, password: '' };
}

export function CredentialFormDrawer({ open, id, onClose }: CredentialFormDrawerProps) {
  const { t } = useTranslation('credential');
  const { message } = App.useApp();
  const saveRecord = useSaveRecord(id, useCreateCredential(), useUpdateCredential());
  const { data, error, refetch } = useQuery({
    ...credentialQuery(id ?? ''),
    enabled: open && id !== undefined,
  });

  const save = async (input: CredentialInput) => {
    const body = forType(input);
    await saveRecord(body);
    message.success(t('message.saved', { name: body.name }));
  };

  return (
    <FormDrawer
      open={open}
      title={id === undefined ? t('action.create') : t('title.edit')}
      schema={CredentialInput}
      initial={id === undefined ? BLANK : data && toInput(data)}
      loadError={error}
      onRetry={() => void refetch()}
      onSubmit={save}
      onClose={onClose}
    >
      <CredentialFields stored={id === undefined ? [] : (data?.stored ?? [])} />
    </FormDrawer>
  );
}
