import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ManySelect } from '../../components/form/ManySelect.tsx';
import { peopleQuery } from './session-share.queries.ts';

interface PeopleInputProps {
  id: string;
  mayLookUp: boolean;
  value: readonly string[];
  onChange: (usernames: string[]) => void;
}

/** User names, typed; suggested only to those who may look people up. */
export function PeopleInput({ id, mayLookUp, value, onChange }: PeopleInputProps) {
  const { t } = useTranslation('session-share');
  const [text, setText] = useState('');
  const { data } = useQuery({ ...peopleQuery(text.trim()), enabled: mayLookUp });
  const options = (data?.items ?? []).map(({ username, nickname }) => ({
    value: username,
    label: t('label.person', { nickname, username }),
  }));
  return (
    <ManySelect
      id={id}
      mode="tags"
      value={[...value]}
      options={options}
      optionLabelProp="value"
      maxCount={LIMITS.shareUsers.max}
      tokenSeparators={[',', ' ', '，', '、', ';']}
      placeholder={t(mayLookUp ? 'placeholder.pick' : 'placeholder.type')}
      suffixIcon={null}
      {...(!mayLookUp && { open: false })}
      showSearch={{ onSearch: setText }}
      onChange={(names) => {
        setText('');
        onChange(names.map((name) => name.trim()).filter((name) => name !== ''));
      }}
    />
  );
}
