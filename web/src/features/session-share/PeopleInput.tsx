import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../hooks/account.ts';
import { peopleQuery } from './session-share.queries.ts';

interface PeopleInputProps {
  id: string;
  value: readonly string[];
  onChange: (usernames: string[]) => void;
}

/** User names, typed; suggested only to those who may look people up. */
export function PeopleInput({ id, value, onChange }: PeopleInputProps) {
  const { t } = useTranslation('session-share');
  const mayLookUp = useCan()('user');
  const [text, setText] = useState('');
  const { data } = useQuery({ ...peopleQuery(text.trim()), enabled: mayLookUp });
  const options = (data?.items ?? []).map(({ username, nickname }) => ({
    value: username,
    label: t('label.person', { nickname, username }),
  }));
  return (
    <Select
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
