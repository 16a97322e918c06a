import {
  STORAGE_SHARE_MODES,
  type StorageShareInput,
  type StorageShareKind,
  type StorageShareMode,
} from '@jadegate/contract/files/storage';
import { useQuery } from '@tanstack/react-query';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';

import { ManySelect } from '../../../components/form/ManySelect.tsx';
import { personName } from '../../../components/person-name.ts';
import { groupsQuery, peopleQuery } from './storage.queries.ts';

interface SharesFieldProps {
  value?: readonly StorageShareInput[];
  onChange?: (shares: StorageShareInput[]) => void;
}

/** Whom a space is shared with, and how. Nobody stands in two lists: the last choice counts. */
export function SharesField({ value = [], onChange }: SharesFieldProps) {
  const { t } = useTranslation('storage');
  const people = useQuery(peopleQuery());
  const groups = useQuery(groupsQuery());
  const options = {
    user: people.data?.map(({ id, nickname, username }) => ({
      value: id,
      label: personName(nickname, username),
    })),
    'user-group': groups.data?.map(({ id, name }) => ({ value: id, label: name })),
  };
  const idsOf = (kind: StorageShareKind, mode: StorageShareMode) =>
    value.filter((share) => share.kind === kind && share.mode === mode).map(({ id }) => id);
  const set = (kind: StorageShareKind, mode: StorageShareMode, ids: string[]) => {
    const others = value.filter(
      (share) => share.kind !== kind || (share.mode !== mode && !ids.includes(share.id)),
    );
    onChange?.([...others, ...ids.map((id) => ({ kind, id, mode }))]);
  };
  return (
    <Flex vertical gap={8}>
      {(['user', 'user-group'] as const).flatMap((kind) =>
        STORAGE_SHARE_MODES.map((mode) => (
          <div key={`${kind} ${mode}`}>
            <div>{t(`share.${kind}.${mode}`)}</div>
            <ManySelect
              mode="multiple"
              aria-label={t(`share.${kind}.${mode}`)}
              showSearch={{ optionFilterProp: 'label' }}
              value={idsOf(kind, mode)}
              options={options[kind] ?? []}
              onChange={(ids) => set(kind, mode, ids)}
            />
          </div>
        )),
      )}
    </Flex>
  );
}
