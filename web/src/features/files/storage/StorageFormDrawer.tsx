import { StorageInput, type Storage } from '@jadegate/contract/files/storage';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import { personName } from '../../../components/person-name.ts';
import { useAccount } from '../../../hooks/account.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import { SharesField } from './SharesField.tsx';
import { SizeField } from './SizeField.tsx';
import { peopleQuery, storageQuery, useCreateStorage, useUpdateStorage } from './storage.queries.ts';

const Field = FormField<keyof StorageInput>;
const GIGABYTE = 1024 ** 3;

function toInput({ name, isShare, limitSize, owner, shares }: Storage): StorageInput {
  return {
    name,
    isShare,
    limitSize,
    ...(owner !== '' && { owner }),
    shares: shares.map(({ kind, id, mode }) => ({ kind, id, mode })),
  };
}

export function StorageFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const account = useAccount();
  const save = useSaveRecord(id, useCreateStorage(), useUpdateStorage());
  const stored = useQuery({ ...storageQuery(id ?? ''), enabled: open && id !== undefined });
  const blank = {
    name: '',
    isShare: false,
    limitSize: 10 * GIGABYTE,
    ...(account && { owner: account.id }),
    shares: [],
  };
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored, toInput, save, blank }}
      words="storage"
      schema={StorageInput}
      nameOf={({ name }) => name}
    >
      <StorageFields isDefault={stored.data?.isDefault === true && id !== undefined} />
    </RecordDrawer>
  );
}

function StorageFields({ isDefault }: { isDefault: boolean }) {
  const { t } = useTranslation('storage');
  const people = useQuery(peopleQuery());
  const isShare = Form.useWatch<boolean | undefined>('isShare') === true;
  return (
    <>
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="limitSize" label={t('field.limit')} help={t('help.limit')}>
        <SizeField />
      </Field>
      <Field
        name="owner"
        label={t('field.owner')}
        help={isDefault ? t('help.defaultOwner') : t('help.owner')}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          disabled={isDefault}
          loading={people.isFetching}
          // Until the names are there nobody is called by an id.
          labelRender={({ label, value }) => label ?? (people.isPending ? '' : value)}
          options={people.data?.map(({ id, nickname, username }) => ({
            value: id,
            label: personName(nickname, username),
          }))}
        />
      </Field>
      <Field name="isShare" label={t('field.isShare')} help={t('help.isShare')} valuePropName="checked">
        <Switch />
      </Field>
      {isShare && (
        <Field name="shares" label={t('field.shares')} help={t('help.shares')}>
          <SharesField />
        </Field>
      )}
    </>
  );
}
