import type { CredentialType } from '@jadegate/contract/access/credential';

import type { Database, Tx } from '../../db/database.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { compileHostSet, type MatchesHost } from '../../kernel/host-set.ts';
import { mayUse } from './credential.policy.ts';
import { CredentialRepository } from './credential.repository.ts';

/** A credential as somebody sees it who wants to name it. */
export interface OfferedCredential {
  id: string;
  name: string;
  /** The account it logs in with. */
  username: string;
  type: CredentialType;
  /** This person may name it. */
  isUsable: boolean;
  /** It may go to this host. */
  permits: MatchesHost;
}

/** Who may name a credential, and for which hosts. */
export class CredentialUseService {
  readonly #credentials: CredentialRepository;
  readonly #roles: RoleService;

  constructor(database: Database, roles: RoleService) {
    this.#credentials = new CredentialRepository(database);
    this.#roles = roles;
  }

  /** Those with these ids, or all. */
  async offered(actor: Actor, ids?: readonly string[], tx?: Tx): Promise<Map<string, OfferedCredential>> {
    const person = { id: actor.userId, holdsRight: await this.mayUseAll(actor) };
    const records = ids?.length === 0 ? [] : await this.#credentials.listForUse(ids, tx);
    return new Map(
      records.map((record) => [
        record.id,
        {
          id: record.id,
          name: record.name,
          username: record.username,
          type: record.type,
          isUsable: mayUse(record, person),
          permits: compileHostSet(record.addresses),
        },
      ]),
    );
  }

  async listUsable(actor: Actor): Promise<{ id: string; name: string; username: string }[]> {
    const offered = [...(await this.offered(actor)).values()];
    return offered
      .filter(({ isUsable }) => isUsable)
      .map(({ id, name, username }) => ({ id, name, username }));
  }

  /** Only administrators come to name credentials. */
  mayUseAll(actor: Actor): Promise<boolean> {
    return this.#roles.mayUseAny({ id: actor.userId, type: 'admin' }, ['credential-use']);
  }
}

/** Throws unless the credential may be named by this person and go to this host. */
export function refuseMisuse(credential: OfferedCredential, host: string): void {
  const fields = ['credentialId'];
  if (!credential.isUsable) {
    throw new AppError('credential.use_forbidden', { fields });
  }
  if (!credential.permits(host)) {
    throw new AppError('credential.address_refused', { params: { name: credential.name, host }, fields });
  }
}
