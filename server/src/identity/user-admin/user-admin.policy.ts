import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import type { UserChange } from '@jadegate/contract/identity/user';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { ListedUser } from './user-admin.repository.ts';

/** Roles are for administrators; an ordinary user's are dropped, so that a later promotion starts from none. */
export function rolesOf({ type, roles }: Pick<UserChange, 'type' | 'roles'>): readonly string[] {
  return type === 'admin' ? [...new Set(roles ?? [])] : [];
}

/** A stolen login must not lead one's own mail elsewhere: the profile page asks for a proof before it does. */
export function refuseOwnMail(actor: Actor, { id, mail }: ListedUser, input: UserChange): void {
  if (id === actor.userId && input.mail !== mail) {
    throw new AppError('user.own_mail', { fields: ['mail'] });
  }
}

export function refuseOnSelf(actor: Actor, id: string): void {
  if (id === actor.userId) {
    throw new AppError('user.self_refused');
  }
}

export function refuseOnFirstAdmin(id: string): void {
  if (id === SUPER_ADMIN_ID) {
    throw new AppError('user.first_admin_protected');
  }
}
