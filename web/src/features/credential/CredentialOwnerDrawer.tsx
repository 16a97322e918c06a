import { changeCredentialOwner, type CredentialRow } from '@jadegate/contract/credential';
import { useQuery } from '@tanstack/react-query';
import { App, Select } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { ownerOptionsQuery, useChangeCredentialOwner } from './credential.queries.ts';

interface CredentialOwnerDrawerProps {
  open: boolean;
  credential: CredentialRow | undefined;
  onClose: () => void;
}

const Field = FormField<'owner'>;

/** Gives a credential to another person. */
export function CredentialOwnerDrawer({ open, credential, onClose }: CredentialOwnerDrawerProps) {
  const { t } = useTranslation('credential');
  const { message } = App.useApp();
  const change = useChangeCredentialOwner();
  const people = useQuery({ ...ownerOptionsQuery(), enabled: open });
  const options = people.data?.map(({ id, nickname }) => ({ value: id, label: nickname }));

  const save = async (owner: string) => {
    if (credential !== undefined) {
      await change.mutateAsync({ id: credential.id, owner });
      message.success(t('message.ownerChanged', { name: credential.name }));
    }
  };

  return (
    <FormDrawer
      open={open}
      title={t('title.changeOwner', { name: credential?.name ?? '' })}
      schema={changeCredentialOwner.query}
      initial={credential && { owner: credential.owner }}
      submitLabel={t('action.changeOwner')}
      onSubmit={({ owner }) => save(owner)}
      onClose={onClose}
    >
      <Field name="owner" label={t('field.owner')} help={t('help.owner')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={options} loading={people.isFetching} />
      </Field>
    </FormDrawer>
  );
}
