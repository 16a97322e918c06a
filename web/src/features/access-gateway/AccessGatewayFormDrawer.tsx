import { AccessGatewayInput, type AccessGateway } from '@jadegate/contract/access-gateway';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { useSaveRecord } from '../../hooks/useSaveRecord.ts';
import {
  accessGatewayQuery,
  useCreateAccessGateway,
  useUpdateAccessGateway,
} from './access-gateway.queries.ts';
import { AccessGatewayFields } from './AccessGatewayFields.tsx';

interface AccessGatewayFormDrawerProps {
  open: boolean;
  /** The gateway to edit; undefined makes a new one. */
  id: string | undefined;
  onClose: () => void;
}

const BLANK: AccessGatewayInput = {
  name: '',
  ip: '',
  port: 22,
  accountType: 'password',
  username: '',
  password: '',
  privateKey: '',
  passphrase: '',
  accessGatewayId: null,
};

function toInput({
  name,
  ip,
  port,
  accountType,
  username,
  accessGatewayId,
}: AccessGateway): AccessGatewayInput {
  const parent = accessGatewayId === '' ? null : accessGatewayId;
  return { ...BLANK, name, ip, port, accountType, username, accessGatewayId: parent };
}

/** Only the secrets of the chosen kind are sent; an empty one is left as it is. */
function forType(input: AccessGatewayInput): AccessGatewayInput {
  return input.accountType === 'password'
    ? { ...input, privateKey: '', passphrase: '' }
    : { ...input, password: '' };
}

export function AccessGatewayFormDrawer({ open, id, onClose }: AccessGatewayFormDrawerProps) {
  const { t } = useTranslation('access-gateway');
  const { message } = App.useApp();
  const saveRecord = useSaveRecord(id, useCreateAccessGateway(), useUpdateAccessGateway());
  const { data, error, refetch } = useQuery({
    ...accessGatewayQuery(id ?? ''),
    enabled: open && id !== undefined,
  });

  const save = async (input: AccessGatewayInput) => {
    const body = forType(input);
    await saveRecord(body);
    message.success(t('message.saved', { name: body.name }));
  };

  return (
    <FormDrawer
      open={open}
      title={id === undefined ? t('action.create') : t('title.edit')}
      schema={AccessGatewayInput}
      initial={id === undefined ? BLANK : data && toInput(data)}
      loadError={error}
      onRetry={() => void refetch()}
      onSubmit={save}
      onClose={onClose}
    >
      <AccessGatewayFields id={id} stored={id === undefined ? [] : (data?.stored ?? [])} />
    </FormDrawer>
  );
}
