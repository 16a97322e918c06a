import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { ReauthenticationService } from '../auth/reauthentication.service.ts';
import type { SourceLookupService } from '../identity-source/source-lookup.service.ts';
import type { SourcePersonService } from '../identity-source/source-person.service.ts';
import type { DirectoryPasswordService } from './directory-password.service.ts';

interface Dependencies {
  lookup: SourceLookupService;
  passwords: DirectoryPasswordService;
  people: SourcePersonService;
  reauthentication: ReauthenticationService;
}

/** Joins an account here with one of a directory: their person proves both, this one by a login and that one by its password. */
export class DirectoryLinkService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async link(
    actor: Actor,
    key: string,
    { username, password }: { username: string; password: string },
  ): Promise<void> {
    const { lookup, passwords, people, reauthentication } = this.#deps;
    const source = await lookup.open('ldap', key);
    const arrival = await reauthentication.tryOnce(actor, () =>
      passwords.vouchFor(source, username, password),
    );
    if (!arrival) {
      throw new AppError('source.password_wrong', { params: { name: source.name }, fields: ['password'] });
    }
    await people.link(actor, arrival);
  }
}
