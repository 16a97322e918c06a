import type { Tx } from '../../db/database.ts';
import type { AccessTokenService } from '../access-token/access-token.service.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { PasskeyService } from '../passkey/passkey.service.ts';
import type { SshKeyService } from '../ssh-key/ssh-key.service.ts';
import type { SshTicketService } from '../ssh-ticket/ssh-ticket.service.ts';

interface Dependencies {
  logins: LoginService;
  accessTokens: AccessTokenService;
  passkeys: Pick<PasskeyService, 'removeAllOf'>;
  sshKeys: SshKeyService;
  sshTickets: SshTicketService;
}

/** Everything beside the password that lets somebody act as a person. */
export class SignInMeansService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /**
   * For whoever resets, disables, restores or confirms somebody: what was opened or added until then may be another's,
   * and ends. One login can be left, that of whoever does it to themselves.
   */
  async endAllOf(userId: string, tx: Tx, exceptLoginId?: string): Promise<void> {
    const { logins, accessTokens, passkeys, sshKeys, sshTickets } = this.#deps;
    await logins.endAllOf(userId, tx, exceptLoginId);
    await accessTokens.revokeAllOf(userId, tx);
    await passkeys.removeAllOf(userId, tx);
    await sshKeys.removeAllOf(userId, tx);
    await sshTickets.removeAllOf(userId, tx);
  }
}
