import type { VmRow } from '@jadegate/contract/fleet/vm';
import { createVmAsset } from '@jadegate/contract/fleet/vm-endpoints';
import { useQuery } from '@tanstack/react-query';
import { App, Col, Input, InputNumber, Row, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { credentialsQuery, gatewaysQuery, useCreateVmAsset } from './vm.queries.ts';

const chosen = (field: z.ZodType) => z.preprocess((value) => value ?? '', field);
const Body = createVmAsset.body;
const AssetForm = Body.extend({
  protocol: z.enum(['ssh', 'rdp', 'vnc', 'telnet']),
  credentialId: chosen(Body.shape.credentialId) as unknown as typeof Body.shape.credentialId,
  accessGatewayId: chosen(Body.shape.accessGatewayId) as unknown as typeof Body.shape.accessGatewayId,
});
type AssetForm = z.infer<typeof AssetForm>;
const Field = FormField<keyof AssetForm>;
const PORTS: Record<AssetForm['protocol'], number> = { ssh: 22, rdp: 3389, vnc: 5900, telnet: 23 };

/** Makes the asset of a machine out of what is known of it, so that nobody types an address twice. */
export function VmAssetDrawer({ open, target: vm, onClose }: OverlayProps<VmRow>) {
  const { t } = useTranslation('vm');
  const { message } = App.useApp();
  const credentials = useQuery({ ...credentialsQuery, enabled: open });
  const gateways = useQuery({ ...gatewaysQuery, enabled: open });
  const create = useCreateVmAsset(vm?.id ?? '');
  const submit = async (form: AssetForm) => {
    const { hostKeys } = await create.mutateAsync(form);
    message.success(t(hostKeys > 0 ? 'message.assetMadeWithKey' : 'message.assetMade', { name: form.name }));
  };
  const named = (list: readonly { id: string; name: string }[] | undefined) =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDrawer
      open={open}
      title={t('title.asset')}
      schema={AssetForm}
      initial={vm && { name: vm.name, protocol: 'ssh', ip: vm.ip, port: PORTS.ssh }}
      submitLabel={t('action.makeAsset')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Row gutter={16}>
        <Col xs={24} sm={8}>
          <Field name="protocol" label={t('field.protocol')}>
            <Select options={Object.keys(PORTS).map((value) => ({ value, label: value.toUpperCase() }))} />
          </Field>
        </Col>
        <Col xs={16} sm={10}>
          <Field name="ip" label={t('field.ip')}>
            <Input autoComplete="off" />
          </Field>
        </Col>
        <Col xs={8} sm={6}>
          <Field name="port" label={t('field.port')}>
            <InputNumber style={{ width: '100%' }} />
          </Field>
        </Col>
      </Row>
      <Field name="credentialId" label={t('field.credential')} help={t('help.credential')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={credentials.isFetching}
          options={named(credentials.data)}
        />
      </Field>
      <Field name="username" label={t('field.username')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="password" label={t('field.password')}>
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field name="accessGatewayId" label={t('field.gateway')} help={t('help.gateway')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={gateways.isFetching}
          options={named(gateways.data)}
        />
      </Field>
    </FormDrawer>
  );
}
