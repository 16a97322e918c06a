import { momentMs, type AccessAnswer, type AccessQuestion } from '@jadegate/contract/access/authorised';
import { translate, type Language, type SentenceParams } from '@jadegate/contract/language';
import { ACCESS_WORDS } from '@jadegate/contract/words/access';

import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { AccessChange, AccessChanges } from './access-changes.ts';
import { nextChange } from './access-moments.ts';
import {
  decideAccess,
  decideUse,
  type AccessUse,
  type Decision,
  type Grant,
  type Step,
} from './access.policy.ts';
import { AccessRepository, type AssetPlace, type NamedFacts } from './access.repository.ts';

export type { AccessUse, Decision } from './access.policy.ts';

interface Dependencies {
  database: Database;
  changes: AccessChanges;
  clock: Clock;
}

/** The one place that answers whether a person may use an asset. */
export class AccessService {
  readonly #access: AccessRepository;
  readonly #changes: AccessChanges;
  readonly #clock: Clock;

  constructor({ database, changes, clock }: Dependencies) {
    this.#access = new AccessRepository(database);
    this.#changes = changes;
    this.#clock = clock;
  }

  /** Whoever does not say what for is asked the harder question. Answers also where the asset is. */
  async decide(
    userId: string,
    assetId: string,
    use: AccessUse = 'open',
  ): Promise<Decision & { place: AssetPlace | undefined }> {
    const facts = await this.#access.facts(userId, assetId);
    return { ...decideUse(decideAccess(facts, new Date(this.#clock.now())), use), place: facts.place };
  }

  /** Whether somebody may use every asset by what they are; whoever asks has made sure that they may do anything at all. */
  async mayUseAll(userId: string): Promise<boolean> {
    return ((await this.#access.rolesForAll(userId)) ?? []).length > 0;
  }

  /** Called after every act that may change a decision. Answers how to stop. */
  subscribe(listener: (change: AccessChange) => void): () => void {
    return this.#changes.subscribe(listener);
  }

  /** The same decision, rule by rule, in words, and when the clock alone will change it. */
  async explain(language: Language, { userId, assetId, at }: AccessQuestion): Promise<AccessAnswer> {
    const facts = await this.#access.facts(userId, assetId);
    const moment = new Date(at ? momentMs(at) : this.#clock.now());
    const { allowed, flags, channels, limits: all, steps } = decideAccess(facts, moment);
    const { commandsOnlyOf, ...limits } = all;
    const changesAt = nextChange(facts, moment);
    return {
      allowed,
      flags,
      channels,
      ...limits,
      commandsOnly: commandsOnlyOf !== null,
      changesAt: changesAt === undefined ? null : new Date(changesAt).toISOString(),
      at: moment.toISOString(),
      steps: steps.map((step) => ({
        rule: step.rule,
        outcome: step.outcome,
        decides: step.decides,
        grantId: step.grant?.id ?? null,
        message: translate(ACCESS_WORDS[step.detail], language, paramsOf(step, facts, language)),
      })),
    };
  }
}

function paramsOf({ detail, grant, counts }: Step, facts: NamedFacts, language: Language): SentenceParams {
  const names = { person: facts.personName, asset: facts.assetName };
  if (!grant) {
    return names;
  }
  const time = detail === 'grant.upcoming' ? grant.startsAt : grant.endsAt;
  return {
    ...names,
    ...counts,
    grant: nameOf(grant, language),
    strategy: strategyName(grant),
    time: familyTime(time),
  };
}

function nameOf({ kind, groupName = '' }: Grant, language: Language): string {
  return kind === 'user'
    ? translate(ACCESS_WORDS['name.direct'], language)
    : translate(ACCESS_WORDS['name.group'], language, { group: groupName });
}

function strategyName({ strategy }: Grant): string {
  return strategy === null || strategy === 'missing' ? '' : strategy.name;
}
