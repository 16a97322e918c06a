import { USER_OPTION_ACCESS } from '@jadegate/contract/identity/user';
import { useState } from 'react';

import { useCan } from '../../hooks/account.ts';
import { usePeople } from '../../hooks/people.ts';
import { personName } from '../person-name.ts';
import { SearchBox } from './SearchBox.tsx';

interface PersonBoxProps {
  value: string;
  placeholder: string;
  isMain?: boolean;
  onSearch: (text: string) => void;
}

/**
 * Filters a list by person: by any part of name, account or mail address, or somebody chosen from those there are. It
 * stays a text, for logs know people who are gone. Whoever may not list people types only.
 */
export function PersonBox(props: PersonBoxProps) {
  const can = useCan();
  const mayChoose = can(...USER_OPTION_ACCESS);
  const [isUsed, setIsUsed] = useState(false);
  const people = usePeople(mayChoose && isUsed);
  const offered = people.map(({ nickname, username }) => personName(nickname, username));
  return <SearchBox {...props} offered={mayChoose ? offered : undefined} onFocus={() => setIsUsed(true)} />;
}
