import type { OidcConfig } from '@jadegate/contract/identity/oidc';

/** What a provider says about somebody, read by the source's settings. Pure. */

type Claims = Readonly<Record<string, unknown>>;

interface ReadClaims {
  username: string;
  nickname: string;
  mail: string;
  isMailVerified: boolean;
  groups: string[];
  /** The source left groups out because they are too many. */
  isCutOff: boolean;
  hasFactor: boolean;
}

type ClaimNames = Pick<
  OidcConfig,
  'usernameClaim' | 'nicknameClaim' | 'mailClaim' | 'groupsClaim' | 'trustedFactors'
>;

/** More than this of one person is taken for a fault. */
const MOST_GROUPS = 2000;
/** Names under which a group that comes as an object is known. */
const NAMES_OF_OBJECTS = ['name', 'value', 'display', 'id'] as const;

/** The ID token goes before what the source says when it is asked again. */
export function readClaims(idToken: Claims, userinfo: Claims, names: ClaimNames): ReadClaims {
  const at = (path: string) => claimAt(idToken, path) ?? claimAt(userinfo, path);
  const line = (path: string) => {
    const value = at(path);
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    username: line(names.usernameClaim),
    nickname: line(names.nicknameClaim),
    mail: line(names.mailClaim),
    // The word is about `email` in the same document, and about no other address, which its person may have written.
    isMailVerified: [idToken, userinfo].some(
      ({ email, email_verified }) => email_verified === true && email === at(names.mailClaim),
    ),
    groups: groupsOf(at(names.groupsClaim)),
    isCutOff: [idToken, userinfo].some((claims) => isCutOff(claims, names.groupsClaim)),
    hasFactor: hasFactor(idToken, names.trustedFactors),
  };
}

/** A claim by its whole name (some are addresses with dots), or step by step. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) {
    return claims[path];
  }
  let value: unknown = claims;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) {
      return undefined;
    }
    value = (value as Claims)[step];
  }
  return value;
}

/** One text, texts between commas, a list of texts, or a list of things that have a name. Spaces in names stay. */
function groupsOf(value: unknown): string[] {
  const found =
    typeof value === 'string'
      ? value.split(',').map((part) => part.trim())
      : Array.isArray(value)
        ? value.flatMap(namesOf)
        : namesOf(value);
  return [...new Set(found.filter((name) => name !== ''))].slice(0, MOST_GROUPS);
}

function namesOf(one: unknown): string[] {
  if (typeof one === 'string') {
    return [one];
  }
  if (typeof one !== 'object' || one === null) {
    return [];
  }
  return NAMES_OF_OBJECTS.map((name) => (one as Claims)[name]).filter((name) => typeof name === 'string');
}

/** Entra says where the groups could be had when there are more than fit. */
function isCutOff(claims: Claims, groupsClaim: string): boolean {
  const elsewhere = claims._claim_names;
  return (
    (typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, groupsClaim)) ||
    claims.hasgroups === true ||
    claims.hasgroups === 'true'
  );
}

function hasFactor({ amr, acr }: Claims, trusted: readonly string[]): boolean {
  const shown = [...(Array.isArray(amr) ? amr : [amr]), acr];
  return shown.some((one) => typeof one === 'string' && trusted.includes(one));
}
