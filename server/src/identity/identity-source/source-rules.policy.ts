import { EVERYBODY, type SourceRule } from '@jadegate/contract/identity/identity-source';

export interface MatchedRules {
  /** In the order of the rules. */
  matched: SourceRule[];
  /** Groups that no rule names. */
  ignored: string[];
  roles: string[];
  groups: string[];
  /** Whether a group of the person, and not only a rule for everybody, was matched. */
  isByGroup: boolean;
}

/** What the groups of somebody give, by the rules of the source. Pure. */
export function matchRules(
  groups: readonly string[],
  rules: readonly SourceRule[],
  ignoresCase: boolean,
): MatchedRules {
  const same = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  const held = new Set(groups.map(same));
  const matched = rules.filter(({ value }) => value === EVERYBODY || held.has(same(value)));
  const named = new Set(rules.map(({ value }) => same(value)));
  return {
    matched,
    ignored: groups.filter((group) => !named.has(same(group))),
    roles: [...new Set(matched.flatMap(({ roles }) => roles))],
    groups: [...new Set(matched.flatMap((rule) => rule.groups))],
    isByGroup: matched.some(({ value }) => value !== EVERYBODY),
  };
}
