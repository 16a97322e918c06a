import { LIMITS } from '@jadegate/contract/limits';
import { BACKUP_PLACES } from '@jadegate/contract/operations/job';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, InputNumber, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { HostPicker } from '../../../components/form/HostPicker.tsx';
import { ManySelect } from '../../../components/form/ManySelect.tsx';
import type { JobForm } from './job-form.ts';
import { assetOptionsQuery, nodeOptionsQuery, storagesQuery, tagsQuery } from './job.queries.ts';

const Field = FormField<keyof JobForm>;
const MODES = ['all', 'custom', 'tag'] as const;

/** On which assets. */
export function AssetFields({ protocol }: { protocol: 'ssh' | undefined }) {
  const { t } = useTranslation('job');
  const form = Form.useFormInstance();
  const mode = Form.useWatch<JobForm['mode'] | undefined>('mode', form);
  return (
    <>
      <Field name="mode" label={t('field.mode')}>
        <Radio.Group
          options={MODES.map((value) => ({
            value,
            label: value === 'all' && protocol === 'ssh' ? t('mode.allSsh') : t(`mode.${value}`),
          }))}
        />
      </Field>
      {mode === 'custom' && <AssetPicker protocol={protocol} />}
      {mode === 'tag' && <TagPicker />}
    </>
  );
}

function AssetPicker({ protocol }: { protocol: 'ssh' | undefined }) {
  const { t } = useTranslation('job');
  const { data, isLoading } = useQuery(assetOptionsQuery(protocol));
  return (
    <Field name="resourceIds" label={t('field.assets')} required>
      <HostPicker hosts={data} isLoading={isLoading} max={LIMITS.idsPerCall.max} />
    </Field>
  );
}

function TagPicker() {
  const { t } = useTranslation('job');
  const { data = [], isLoading } = useQuery(tagsQuery());
  return (
    <Field name="tags" label={t('field.tags')} help={t('help.tags')} required>
      <ManySelect
        mode="multiple"
        loading={isLoading}
        options={data.map((tag) => ({ value: tag, label: tag }))}
      />
    </Field>
  );
}

/** Where a backup goes, how many are kept, and what seals it. */
export function BackupFields({ hasPassphrase }: { hasPassphrase: boolean }) {
  const { t } = useTranslation('job');
  const form = Form.useFormInstance();
  const place = Form.useWatch<JobForm['place'] | undefined>('place', form);
  return (
    <>
      <Field
        name="place"
        label={t('field.place')}
        help={place === undefined || place === 'storage' ? undefined : t(`help.${place}`)}
      >
        <Radio.Group options={BACKUP_PLACES.map((value) => ({ value, label: t(`place.${value}`) }))} />
      </Field>
      {place === 'storage' && <StoragePicker />}
      <Field name="keep" label={t('field.keep')} help={t('help.keep')}>
        <InputNumber style={{ width: '100%' }} />
      </Field>
      {place !== 'whole' && (
        <Field
          name="passphrase"
          label={t('field.passphrase')}
          help={
            hasPassphrase
              ? t('help.passphraseStored')
              : t('help.passphrase', { min: LIMITS.backupPassphrase.min })
          }
          required={!hasPassphrase}
        >
          <Input.Password autoComplete="new-password" />
        </Field>
      )}
      <Field name="password" label={t('field.password')} help={t('help.password')} required>
        <Input.Password autoComplete="current-password" />
      </Field>
    </>
  );
}

/** Which physical hosts are asked. */
export function NodeFields() {
  const { t } = useTranslation('job');
  const { data = [], isLoading } = useQuery(nodeOptionsQuery());
  return (
    <>
      <Field name="nodeIds" label={t('field.nodes')} help={t('help.nodes')}>
        <ManySelect
          mode="multiple"
          loading={isLoading}
          showSearch={{ optionFilterProp: 'label' }}
          options={data.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field name="label" label={t('field.label')} help={t('help.label')}>
        <Input autoComplete="off" placeholder="env=prod" />
      </Field>
    </>
  );
}

function StoragePicker() {
  const { t } = useTranslation('job');
  const { data = [], isLoading } = useQuery(storagesQuery());
  return (
    <Field name="storageId" label={t('field.storageId')} required>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        loading={isLoading}
        options={data.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  );
}
