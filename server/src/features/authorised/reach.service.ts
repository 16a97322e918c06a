import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { RoleService } from '../role/role.service.ts';
import { ReachRepository } from './reach.repository.ts';

/** What somebody reaches that somebody else does not. */
export type Beyond = 'menu' | 'asset' | 'grant' | 'credential';

interface Dependencies {
  database: Database;
  roles: RoleService;
  clock: Clock;
}

/** Compares two people: would one of them gain anything by becoming the other? */
export class ReachService {
  readonly #reach: ReachRepository;
  readonly #on: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#reach = new ReachRepository(dependencies.database);
  }

  /**
   * The first thing found that the person reaches and the actor does not: a right, an asset they own, a grant that
   * allows more, a credential of their own. Who may open every asset has nothing to gain by grants and ownership, who
   * may reveal every credential nothing by credentials.
   */
  async beyond(actorId: string, personId: string): Promise<Beyond | undefined> {
    const { roles, clock } = this.#on;
    const own = await roles.menusOf({ id: actorId });
    if ((await roles.menusOf({ id: personId })).some((menu) => !own.includes(menu))) {
      return 'menu';
    }
    if (!own.includes('asset-access')) {
      if (await this.#reach.ownsAsset(personId)) {
        return 'asset';
      }
      if (await this.#reach.hasGrantBeyond({ person: personId, actor: actorId, now: clock.now() })) {
        return 'grant';
      }
    }
    const mayReveal = own.includes('credential-reveal');
    return !mayReveal && (await this.#reach.ownsCredential(personId)) ? 'credential' : undefined;
  }
}
