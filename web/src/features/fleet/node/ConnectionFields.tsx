import type { NodeConnection } from '@jadegate/contract/fleet/node-connection';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, InputNumber, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { PrivateKeyFields } from '../../../components/form/PrivateKeyFields.tsx';
import { SecretField } from '../../../components/SecretField.tsx';
import { credentialsQuery, gatewaysQuery } from './node.queries.ts';

const Field = FormField<keyof NodeConnection>;
const ACCOUNTS = ['custom', 'private-key', 'credential'] as const;
const SEARCH = { optionFilterProp: 'label' } as const;

/** Where a machine is, by which way, and as whom it is logged in to. */
export function ConnectionFields({ open }: { open: boolean }) {
  const { t } = useTranslation('node');
  const { t: words } = useTranslation('asset');
  const gateways = useQuery({ ...gatewaysQuery(), enabled: open });
  return (
    <>
      <Field name="ip" label={words('field.ip')} help={t('help.makeAsset')}>
        <Input autoComplete="off" placeholder={words('placeholder.ip')} />
      </Field>
      <Field name="port" label={words('field.port')}>
        <InputNumber style={{ width: '100%' }} />
      </Field>
      <Field name="accountType" label={words('field.accountType')}>
        <Segmented options={ACCOUNTS.map((value) => ({ value, label: words(`account.${value}`) }))} />
      </Field>
      <Account open={open} />
      <Field name="accessGatewayId" label={words('field.accessGatewayId')}>
        <Select
          allowClear
          showSearch={SEARCH}
          placeholder={words('placeholder.direct')}
          loading={gateways.isFetching}
          options={gateways.data?.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
    </>
  );
}

function Account({ open }: { open: boolean }) {
  const { t } = useTranslation('asset');
  const type = Form.useWatch<(typeof ACCOUNTS)[number] | undefined>('accountType') ?? 'custom';
  const isShared = type === 'credential';
  const credentials = useQuery({ ...credentialsQuery(), enabled: open && isShared });
  if (isShared) {
    return (
      <Field name="credentialId" label={t('field.credentialId')} required>
        <Select
          showSearch={SEARCH}
          loading={credentials.isFetching}
          options={credentials.data?.map(({ id, name, username }) => ({
            value: id,
            label: username === '' ? name : `${name} (${username})`,
          }))}
        />
      </Field>
    );
  }
  return (
    <>
      <Field name="username" label={t('field.username')}>
        <Input autoComplete="off" />
      </Field>
      {type === 'private-key' ? (
        <PrivateKeyFields stored={[]} />
      ) : (
        <Field name="password" label={t('field.password')}>
          <SecretField />
        </Field>
      )}
    </>
  );
}
