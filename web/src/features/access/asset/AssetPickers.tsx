import { useQuery } from '@tanstack/react-query';
import { Select, Spin } from 'antd';
import { useTranslation } from 'react-i18next';

import { ManySelect } from '../../../components/form/ManySelect.tsx';
import { personName } from '../../../components/person-name.ts';
import {
  credentialOptionsQuery,
  driveSpacesQuery,
  gatewayOptionsQuery,
  peopleOptionsQuery,
  tagsQuery,
} from './asset.queries.ts';

interface PickerProps {
  /** Nothing is fetched for a drawer that is shut. */
  open: boolean;
  id?: string;
  allowClear?: boolean;
  value?: string;
  onChange?: (value: string) => void;
}

const TAG_SEPARATORS = [',', '，', '、'];
const SEARCH = { optionFilterProp: 'label' } as const;

export function PeopleSelect({ open, ...input }: PickerProps) {
  const { data, isFetching } = useQuery({ ...peopleOptionsQuery(), enabled: open });
  const options = data?.map(({ id, nickname, username }) => ({
    value: id,
    label: personName(nickname, username),
  }));
  return (
    <Select
      {...input}
      value={input.value || undefined}
      showSearch={SEARCH}
      options={options}
      loading={isFetching}
    />
  );
}

export function GatewaySelect({ open, ...input }: PickerProps) {
  const { t } = useTranslation('asset');
  const { data, isFetching } = useQuery({ ...gatewayOptionsQuery(), enabled: open });
  const options = data?.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      {...input}
      value={input.value || undefined}
      allowClear
      placeholder={t('placeholder.direct')}
      showSearch={SEARCH}
      options={options}
      loading={isFetching}
    />
  );
}

/** What the space is called that is the drive of a desktop. */
export function DriveSpaceName({ id }: { id: string }) {
  const { t } = useTranslation('asset');
  // Whoever may only look at assets may not ask for the spaces, and sees the id.
  const { data, isPending } = useQuery({ ...driveSpacesQuery(), meta: { errors: 'caller' } });
  if (isPending) {
    return <Spin size="small" />;
  }
  const space = data?.find((one) => one.id === id);
  return space ? named(space.name, space.ownerName) : data ? t('placeholder.spaceGone', { id }) : id;
}

/** A space that is the drive of a desktop; without one, everybody has their own. */
export function DriveSpaceSelect(input: Omit<PickerProps, 'open'>) {
  const { t } = useTranslation('asset');
  const { data, isFetching } = useQuery(driveSpacesQuery());
  const shared = data?.map(({ id, name, ownerName }) => ({ value: id, label: named(name, ownerName) }));
  const { value } = input;
  const isGone = shared && value && !shared.some((one) => one.value === value);
  return (
    <Select
      {...input}
      value={value || undefined}
      allowClear
      placeholder={t('placeholder.ownSpace')}
      showSearch={SEARCH}
      options={isGone ? [{ value, label: t('placeholder.spaceGone', { id: value }) }, ...shared] : shared}
      loading={isFetching}
    />
  );
}

/** A credential by its name and the account behind it: several may be called alike. */
function named(name: string, username: string): string {
  return username === '' ? name : `${name} (${username})`;
}

export interface CredentialSelectProps extends PickerProps {
  /** The one an asset has already; it is shown by name also to somebody who may not choose it. */
  current?: { credentialId: string; credentialName: string } | undefined;
}

export function CredentialSelect({ open, current, ...input }: CredentialSelectProps) {
  const { data, isFetching } = useQuery({ ...credentialOptionsQuery(), enabled: open });
  const usable = data?.map(({ id, name, username }) => ({ value: id, label: named(name, username) }));
  const isMissing =
    usable &&
    current &&
    current.credentialId !== '' &&
    !usable.some(({ value }) => value === current.credentialId);
  const options = isMissing
    ? [{ value: current.credentialId, label: current.credentialName }, ...usable]
    : usable;
  return (
    <Select
      {...input}
      value={input.value || undefined}
      showSearch={SEARCH}
      options={options}
      loading={isFetching}
    />
  );
}

interface TagSelectProps extends Omit<PickerProps, 'value' | 'onChange'> {
  value?: string[];
  onChange?: (value: string[]) => void;
}

/** Known tags are offered; new ones are made by typing. */
export function TagSelect({ open, ...input }: TagSelectProps) {
  const { data } = useQuery({ ...tagsQuery(), enabled: open });
  const options = data?.map((value) => ({ value, label: value }));
  return <ManySelect {...input} mode="tags" tokenSeparators={TAG_SEPARATORS} options={options} />;
}
