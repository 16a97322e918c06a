import { useTranslation } from 'react-i18next';

import { personName } from './person-name.ts';

interface PersonTextProps {
  /** What the person is called; empty when nobody knows any more. */
  name: string;
  account: string;
}

export function PersonText({ name, account }: PersonTextProps) {
  useTranslation('parts'); // so that it follows the language
  return <span>{personName(name, account) || '—'}</span>;
}
