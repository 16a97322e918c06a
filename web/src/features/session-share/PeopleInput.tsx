import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

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
    // The list takes Tab for a choice: tabbing to the next field would add or remove the first person in it.
    <div onKeyDownCapture={(event) => event.key === 'Tab' && event.stopPropagation()}>
      <Select
        id={id}
        mode="tags"
        style={{ width: '100%' }}
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
    </div>
  );
}
