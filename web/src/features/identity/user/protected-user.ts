import type { AccountInfo } from '@jadegate/contract/identity/account';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';

/** Nobody disables or deletes themselves or the first administrator. The server refuses it; here it is not offered. */
export function isProtected(id: string, account: AccountInfo | undefined): boolean {
  return id === SUPER_ADMIN_ID || id === account?.id;
}
