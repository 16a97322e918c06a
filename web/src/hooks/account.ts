import type { AccountInfo } from '@jadegate/contract/identity/account';
import type { MenuId } from '@jadegate/contract/menu';
import { createContext, useCallback, useContext } from 'react';

/** The stored user. The app provides it; undefined when nobody is signed in. */
export const AccountContext = createContext<AccountInfo | undefined>(undefined);

export function useAccount(): AccountInfo | undefined {
  return useContext(AccountContext);
}

export function isAdmin(account: AccountInfo | undefined): boolean {
  return account?.type === 'admin';
}

/** True when the user's menus hold any of the ids. A missing user has no menus. */
export function hasMenu(account: AccountInfo | undefined, ...ids: readonly MenuId[]): boolean {
  const menus: readonly string[] = account?.menus ?? [];
  return ids.some((id) => menus.includes(id));
}

/** Asks whether the person may see or do something: `const can = useCan(); can('credential-add')`. */
export function useCan(): (...ids: MenuId[]) => boolean {
  const account = useAccount();
  return useCallback((...ids: MenuId[]) => hasMenu(account, ...ids), [account]);
}
