import { i18n } from '../i18n/index.ts';

/**
 * A person as the console names them: the name, and the account that nobody else has. Once when both are the same;
 * accounts do not tell capitals from small letters.
 */
export function personName(name: string, account: string): string {
  if (name === '' || account === '' || name.toLowerCase() === account.toLowerCase()) {
    return name || account;
  }
  return i18n.t('person', { ns: 'parts', name, account });
}
