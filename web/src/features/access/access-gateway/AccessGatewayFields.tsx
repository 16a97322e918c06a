import { GATEWAY_ACCOUNT_TYPES, type AccessGatewayInput } from '@jadegate/contract/access/access-gateway';
import type { CredentialSecretName } from '@jadegate/contract/access/credential';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, InputNumber, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { PrivateKeyFields } from '../../../components/form/PrivateKeyFields.tsx';
import { SecretField } from '../../../components/SecretField.tsx';
import { gatewayOptionsQuery } from './access-gateway.queries.ts';

const Field = FormField<keyof AccessGatewayInput>;

interface AccessGatewayFieldsProps {
  /** The gateway being edited; it cannot lead to itself. */
  id: string | undefined;
  stored: readonly CredentialSecretName[];
}

export function AccessGatewayFields({ id, stored }: AccessGatewayFieldsProps) {
  const { t } = useTranslation('access-gateway');
  const type = Form.useWatch<AccessGatewayInput['accountType'] | undefined>('accountType') ?? 'password';
  const { data: gateways = [], isPending } = useQuery(gatewayOptionsQuery());
  const parents = gateways.filter((gateway) => gateway.id !== id);
  return (
    <>
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="ip" label={t('field.ip')} help={t('help.ip')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="port" label={t('field.port')}>
        <InputNumber min={1} max={65_535} precision={0} style={{ width: 160 }} />
      </Field>
      <Field name="accountType" label={t('field.accountType')}>
        <Segmented
          options={GATEWAY_ACCOUNT_TYPES.map((value) => ({ value, label: t(`accountType.${value}`) }))}
        />
      </Field>
      <Field name="username" label={t('field.username')} help={t('help.username')}>
        <Input autoComplete="off" placeholder="root" />
      </Field>
      {type === 'password' ? (
        <Field name="password" label={t('field.password')} required={!stored.includes('password')}>
          <SecretField stored={stored.includes('password')} />
        </Field>
      ) : (
        <PrivateKeyFields stored={stored} />
      )}
      <Field name="accessGatewayId" label={t('field.parent')} help={t('help.parent')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={isPending}
          placeholder={t('parent.none')}
          options={parents.map(({ id: value, name }) => ({ value, label: name }))}
        />
      </Field>
    </>
  );
}
