import { MENU_IDS, type MenuId } from '@jadegate/contract/menu';
import type { AuditAction } from '@jadegate/contract/platform/audit';
import { MENU_WORDS } from '@jadegate/contract/words/menus';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { findBeyond, type Beyond, type BeyondKind, type Reach, type Unbound } from './reach.policy.ts';
import { ReachRepository } from './reach.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
}

/** What an act is about, for the record of its refusal. */
export interface GuardedAct {
  action: AuditAction;
  object: { type: string; id: string; name: string };
}

/** An act on several things at once is on record with how many there were. */
export function aboutMany(type: string, ids: readonly string[]): GuardedAct['object'] {
  return { type, id: ids[0] ?? '', name: ids.length > 1 ? `×${ids.length}` : '' };
}

const EVERY_FILE = MENU_IDS.filter((menu) => menu.startsWith('storage-browse'));

/** How many rights a refusal names before it stops. */
const NAMED_MENUS = 5;

/**
 * Nobody ends with more reach than they began with. Acts that make or move power (accounts, roles, groups, grants,
 * strategies, filters, login policies, shares, owners) run in `transact`: what the actor can reach is read before and
 * after, in the transaction of the act, and an act that widens it is undone and on record.
 *
 * What the actor can reach is what they reach themselves and through every account whose secret they know: one they
 * made, or whose password they set. Such an account is in their custody until another administrator confirms whose it
 * is, or sets another password.
 * See `docs/decisions/0010-nobody-gains-by-what-they-give.md`.
 */
export class ReachService {
  readonly #reach: ReachRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#reach = new ReachRepository(dependencies.database);
  }

  /** A transaction that must not widen what its actor reaches. Refused acts change nothing and leave an entry. */
  async transact<Result>(actor: Actor, act: GuardedAct, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const { database, audit } = this.#deps;
    try {
      return await database.transact((tx) => this.#guarded(actor, tx, () => work(tx)));
    } catch (error) {
      if (error instanceof WideningError) {
        const { kind, userId, menus } = error.beyond;
        const detail = {
          wanted: act.action,
          beyond: kind,
          through: userId,
          ...(menus.length > 0 && { menus }),
        };
        const entry = { action: 'user.widening-refused', result: 'failure', detail } as const;
        await audit.writeAlone(actor, { ...entry, object: act.object });
        throw refusalOf(actor, act, error);
      }
      throw error;
    }
  }

  /** What the actor would gain by becoming this person, or undefined. */
  async beyond(actor: Pick<Actor, 'userId'>, personId: string): Promise<BeyondKind | undefined> {
    const menus = await this.#reach.menusOf(actor.userId);
    if (holdsEverything(menus)) {
      return undefined;
    }
    const unbound = unboundBy(menus);
    const before = await this.#reach.load([actor.userId], unbound);
    const wards = await this.#reach.listWards([personId]);
    const others = wards.filter((id) => id !== actor.userId);
    const after = await this.#reach.load(others, unbound);
    return findBeyond({ actorId: actor.userId, before, after, unbound, now: this.#deps.clock.now() })?.kind;
  }

  /** Who knows the secret of this account beside its person. */
  listCustodians(userId: string) {
    return this.#reach.listCustodians(userId);
  }

  /**
   * The actor knows the secret of this account from now on, and nobody else does but who may be the same person: else two
   * accounts of one maker would free each other. Who holds every right needs no other account to reach anything: theirs
   * are not kept apart.
   */
  async takeCustody(actor: Actor, userId: string, tx: Tx): Promise<void> {
    await this.#reach.removeCustodians(userId, tx, await this.#reach.listCircle(actor.userId, tx));
    if (!holdsEverything(await this.#reach.menusOf(actor.userId, tx))) {
      await this.#reach.addCustodian(userId, actor.userId, this.#deps.clock.now(), tx);
    }
  }

  /**
   * To be called before people are deleted: accounts that an account made do not get free by its end. An actor who may be
   * the same person as somebody who goes knows what they knew.
   */
  async inheritCustody(actor: Actor, userIds: readonly string[], tx: Tx): Promise<void> {
    const circle = await this.#reach.listCircle(actor.userId, tx);
    for (const userId of userIds) {
      await this.#reach.inheritCustody(userId, circle.includes(userId) ? [actor.userId] : [], tx);
    }
  }

  /** The account is its person's alone: somebody confirmed it who gains nothing by it. */
  async confirm(actor: Actor, userId: string, tx: Tx): Promise<void> {
    if ((await this.#reach.listCircle(userId, tx)).includes(actor.userId)) {
      throw new AppError('user.confirmed_by_maker');
    }
    await this.#reach.removeCustodians(userId, tx);
  }

  async #guarded<Result>(actor: Actor, tx: Tx, work: () => Promise<Result>): Promise<Result> {
    const menus = await this.#reach.menusOf(actor.userId, tx);
    if (holdsEverything(menus)) {
      return work();
    }
    // Two acts at once, at two servers, would each see a world without the other.
    await this.#deps.database.engine.takeTurn(tx);
    const unbound = unboundBy(menus);
    const read = async () => this.#reach.load(await this.#reach.listCircle(actor.userId, tx), unbound, tx);
    const before = await read();
    const result = await work();
    const after = await read();
    const now = this.#deps.clock.now();
    const beyond = findBeyond({ actorId: actor.userId, before, after, unbound, now });
    if (beyond) {
      throw new WideningError(beyond, after);
    }
    return result;
  }
}

class WideningError extends Error {
  readonly beyond: Beyond;
  readonly after: Reach;

  constructor(beyond: Beyond, after: Reach) {
    super(`would widen what the actor reaches: ${beyond.kind}`);
    this.beyond = beyond;
    this.after = after;
  }
}

/** Whoever may use every asset, credential or file already has nothing of that kind to gain. */
function unboundBy(menus: ReadonlySet<string>): Unbound {
  return {
    assets: menus.has('asset-access'),
    credentials: menus.has('credential-use') || menus.has('credential-reveal'),
    files: EVERY_FILE.every((menu) => menus.has(menu)),
  };
}

function holdsEverything(menus: ReadonlySet<string>): boolean {
  return MENU_IDS.every((menu) => menus.has(menu));
}

function refusalOf(actor: Actor, { action }: GuardedAct, { beyond, after }: WideningError): AppError {
  const { kind, userId, menus } = beyond;
  if (kind === 'menu') {
    const names = menus.slice(0, NAMED_MENUS).map((menu) => MENU_WORDS[menu as MenuId][actor.language]);
    return new AppError('user.grant_exceeds', { params: { menus: names.join(', ') } });
  }
  if (userId !== actor.userId) {
    return new AppError('reach.through_account', { params: { name: after.people.get(userId)?.name ?? '' } });
  }
  switch (kind) {
    case 'file':
      return new AppError('storage.not_for_oneself');
    case 'credential':
      return new AppError('credential.use_forbidden');
    case 'policy':
      return new AppError('reach.own_policy');
    case 'grant':
      return new AppError(
        /^(strategy|command-filter)\./.test(action) ? 'reach.own_terms' : 'authorised.not_for_oneself',
      );
    default:
      return new AppError('authorised.not_for_oneself');
  }
}
