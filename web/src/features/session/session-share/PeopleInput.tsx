import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ManySelect } from '../../../components/form/ManySelect.tsx';
import { personName } from '../../../components/person-name.ts';
import { useAccount } from '../../../hooks/account.ts';
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
  const [isOpen, setOpen] = useState(false);
  const own = useAccount()?.username;
  const { data } = useQuery({ ...peopleQuery(text.trim()), enabled: mayLookUp });
  // A session is not shared with oneself.
  const others = (data?.items ?? []).filter(({ username }) => username !== own);
  const options = others.map(({ username, nickname }) => ({
    value: username,
    label: personName(nickname, username),
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
      open={mayLookUp && isOpen}
      onOpenChange={setOpen}
      showSearch={{ onSearch: setText }}
      onChange={(names) => {
        setText('');
        // It would lie over the buttons of the dialog; typing the next name opens it again.
        setOpen(false);
        onChange(names.map((name) => name.trim()).filter((name) => name !== ''));
      }}
    />
  );
}
