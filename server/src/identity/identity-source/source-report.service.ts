import type { SourceRule } from '@jadegate/contract/identity/identity-source';
import type { SourceTest } from '@jadegate/contract/identity/source-test';
import { translate } from '@jadegate/contract/language';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { UserService } from '../user/user.service.ts';
import { SourceIdentityRepository } from './source-identity.repository.ts';
import type { SourcePersonService } from './source-person.service.ts';
import type { Arrival, ArrivalDetail } from './source.interface.ts';

interface Dependencies {
  database: Database;
  people: SourcePersonService;
  users: UserService;
  roles: RoleService;
  audit: AuditService;
}

/** How many assets are named before the rest is only counted. */
const NAMED_ASSETS = 50;
/** Of what is shown as it came; a source may send anything. */
const LONGEST_JSON = 60_000;

/** An arrival as a test: what the source says, which rule gives what, and what somebody would reach. It makes nothing. */
export class SourceReportService {
  readonly #identities: SourceIdentityRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#identities = new SourceIdentityRepository(dependencies.database.db);
  }

  async report(actor: Actor, arrival: Arrival, { raw, ...detail }: ArrivalDetail): Promise<SourceTest> {
    const { source, issuer, subject, username, nickname, mail, groups, isCutOff } = arrival;
    const object = { type: 'identity-source', id: source.id, name: source.name };
    await this.#deps.audit.writeAlone(actor, {
      action: 'identity-source.tested',
      object,
      detail: { subject },
    });
    const outcome = await this.#outcome(actor, arrival);
    const rules = this.#deps.people.rulesOf(arrival);
    return {
      issuer,
      subject,
      raw: raw.map(({ part, value }) => ({ part, json: json(value) })),
      username,
      nickname,
      mail,
      ...detail,
      groups: [...groups],
      matched: await Promise.all(rules.matched.map((rule) => this.#named(rule))),
      ignored: rules.ignored,
      isCutOff,
      roles: await this.#identities.listNames('role', rules.roles),
      userGroups: await this.#identities.listNames('user_group', rules.groups),
      assets: await this.#assets(rules.roles, rules.groups, outcome.userId),
      outcome: outcome.kind,
      account: outcome.account,
      reason: outcome.reason,
    };
  }

  async #outcome({ language }: Actor, arrival: Arrival) {
    try {
      const found = await this.#deps.people.recognise(arrival);
      if (found.kind === 'created') {
        return { kind: found.kind, userId: '', account: found.username, reason: '' };
      }
      const { username } = await this.#deps.users.get(found.userId);
      return { kind: found.kind, userId: found.userId, account: username, reason: '' };
    } catch (error) {
      if (error instanceof AppError) {
        const reason = translate(ERROR_WORDS[error.code], language, error.params);
        return { kind: 'refused' as const, userId: '', account: '', reason };
      }
      throw error;
    }
  }

  async #named({ value, roles, groups }: SourceRule) {
    return {
      value,
      roles: await this.#identities.listNames('role', roles),
      groups: await this.#identities.listNames('user_group', groups),
    };
  }

  /** Whoever may use every asset by a role reaches all of them; others what is granted to their groups and to them. */
  async #assets(roleIds: readonly string[], groupIds: readonly string[], userId: string) {
    const menus = await this.#deps.roles.menusOfRoles(roleIds);
    if (menus.includes('asset-access')) {
      return this.#identities.listAllAssetNames(NAMED_ASSETS);
    }
    const names = await this.#identities.listAssetNames(groupIds, userId);
    return { total: names.length, names: names.slice(0, NAMED_ASSETS) };
  }
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2).slice(0, LONGEST_JSON);
}
