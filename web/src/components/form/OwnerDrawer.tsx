import type { UserOption } from '@jadegate/contract/identity/user';
import { Id } from '@jadegate/contract/scalars';
import { App, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';

import type { WordsWith } from '../../i18n/words-with.ts';
import { personName } from '../person-name.ts';
import { FormDrawer } from './FormDrawer.tsx';
import { FormField } from './FormField.tsx';

/** The words a catalogue must have for its objects to be given to somebody else. */
interface OwnerWords {
  action: { changeOwner: string };
  field: { owner: string };
  help: { owner: string };
  message: { ownerChanged: string };
  title: { changeOwner: string };
}

type OwnerKey =
  | 'action.changeOwner'
  | 'field.owner'
  | 'help.owner'
  | 'message.ownerChanged'
  | 'title.changeOwner';

interface OwnerDrawerProps {
  open: boolean;
  words: WordsWith<OwnerWords>;
  owned: { id: string; name: string; owner: string } | undefined;
  people: { data: readonly UserOption[] | undefined; isFetching: boolean };
  change: (to: { id: string; owner: string }) => Promise<unknown>;
  onClose: () => void;
}

const Ownership = z.object({ owner: Id });
const Field = FormField<'owner'>;

/** Gives an object to another person. */
export function OwnerDrawer({ open, words, owned, people, change, onClose }: OwnerDrawerProps) {
  // The type of `words` proves that the keys are there; i18next cannot see that through a union.
  const t = useTranslation(words).t as unknown as (key: OwnerKey, values?: object) => string;
  const { message } = App.useApp();

  const save = async (owner: string) => {
    if (owned !== undefined) {
      await change({ id: owned.id, owner });
      message.success(t('message.ownerChanged', { name: owned.name }));
    }
  };

  return (
    <FormDrawer
      open={open}
      title={t('title.changeOwner', { name: owned?.name ?? '' })}
      schema={Ownership}
      initial={owned && { owner: owned.owner }}
      submitLabel={t('action.changeOwner')}
      onSubmit={({ owner }) => save(owner)}
      onClose={onClose}
    >
      <Field name="owner" label={t('field.owner')} help={t('help.owner')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={people.data?.map(({ id, nickname, username }) => ({
            value: id,
            label: personName(nickname, username),
          }))}
          loading={people.isFetching}
        />
      </Field>
    </FormDrawer>
  );
}
