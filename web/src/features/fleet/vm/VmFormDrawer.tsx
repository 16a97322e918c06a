import { VmFields, type Vm } from '@jadegate/contract/fleet/vm';
import { useQuery } from '@tanstack/react-query';
import { Input, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';

import { FormField } from '../../../components/form/FormField.tsx';
import { fromPairs, LabelPairs, toPairs } from '../../../components/form/label-pairs.ts';
import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { assetsQuery, peopleQuery, useUpdateVm, vmQuery } from './vm.queries.ts';

/** As the contract has it, with labels as people type them, and nothing where nobody was chosen. */
const VmForm = VmFields.omit({ labels: true }).extend({
  labels: LabelPairs,
  ownerId: z.preprocess((value) => value ?? '', VmFields.shape.ownerId),
  assetId: z.preprocess((value) => value ?? null, VmFields.shape.assetId),
});
type VmForm = z.infer<typeof VmForm>;
const Field = FormField<keyof VmForm>;

function toForm(vm: Vm): VmForm {
  const { description, department, ownerId, manualIp, assetId, isProtected, labels } = vm;
  return { description, department, ownerId, manualIp, assetId, isProtected, labels: toPairs(labels) };
}

/** What people say of a machine; everything else is its hypervisor's to say. */
export function VmFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const { t } = useTranslation('vm');
  const stored = useQuery({
    ...vmQuery(id ?? ''),
    enabled: open && id !== undefined,
    refetchInterval: false,
    gcTime: 0,
    staleTime: 0,
  });
  const people = useQuery({ ...peopleQuery, enabled: open });
  const assets = useQuery({ ...assetsQuery, enabled: open });
  const update = useUpdateVm();
  const save = ({ labels, ...form }: VmForm) =>
    update.mutateAsync({ id: id ?? '', body: { ...form, labels: fromPairs(labels) } });
  const vm = stored.data;
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored, save }}
      toInput={toForm}
      words="vm"
      schema={VmForm}
      blank={undefined}
      nameOf={() => vm?.name ?? ''}
    >
      <Field name="description" label={t('field.description')}>
        <Input.TextArea rows={3} />
      </Field>
      <Field name="labels" label={t('field.labels')} help={t('help.labels')}>
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ' ']}
          placeholder="env=prod"
        />
      </Field>
      <Field name="ownerId" label={t('field.owner')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={people.isFetching}
          options={withKept(
            people.data?.map((one) => ({ value: one.id, label: one.username })),
            vm?.ownerId,
            vm?.ownerName,
          )}
        />
      </Field>
      <Field name="department" label={t('field.department')}>
        <Input />
      </Field>
      <Field name="manualIp" label={t('field.manualIp')} help={t('help.manualIp')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="assetId" label={t('field.asset')} help={t('help.asset')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={assets.isFetching}
          options={withKept(
            assets.data?.map((one) => ({ value: one.id, label: one.name })),
            vm?.assetId ?? '',
            vm?.assetName,
          )}
        />
      </Field>
      <Field
        name="isProtected"
        label={t('field.isProtected')}
        help={t('help.isProtected')}
        valuePropName="checked"
      >
        <Switch />
      </Field>
    </RecordDrawer>
  );
}

interface Choice {
  value: string;
  label: string;
}

/** The one it has is shown by name also to somebody who may not see the list. */
function withKept(found: Choice[] | undefined, kept: string | undefined, name: string | undefined): Choice[] {
  const options = found ?? [];
  return kept === undefined || kept === '' || options.some(({ value }) => value === kept)
    ? options
    : [{ value: kept, label: name || kept }, ...options];
}
