import type { PendingStage } from '@jadegate/contract/endpoint';

import type { Clock } from '../../kernel/clock.ts';
import type { AccessSecurityService } from '../access-security/access-security.service.ts';
import type { LoginPolicyService } from '../login-policy/login-policy.service.ts';
import type { User } from '../user/user.service.ts';
import { decideSignIn, type SignInAnswer, type SignInFacts } from './sign-in.policy.ts';

export type { SignInAnswer } from './sign-in.policy.ts';

interface Dependencies {
  policies: LoginPolicyService;
  accessSecurity: AccessSecurityService;
  clock: Clock;
  /** Whether the installation's policy asks this person for a second factor. */
  requiresSecondFactor: (user: Pick<User, 'type'>) => Promise<boolean>;
  /** The same for a passkey; of nobody where none can be used. */
  requiresPasskey: (user: Pick<User, 'type'>) => Promise<boolean>;
}

type Person = Pick<User, 'id' | 'type' | 'status' | 'must_change_password' | 'totp_enabled' | 'passkeys'>;

/** What a door knows of somebody; the rest is looked up here. */
interface AtTheDoor extends Pick<SignInFacts, 'door' | 'isProven' | 'factor'> {
  address: string;
  isLocked?: boolean;
  isWayOpen?: boolean;
  /** What was shown is one factor, and stands beside no other that the person has: they set up codes. */
  needsCode?: boolean;
  person: Person | undefined;
}

/** Gathers the facts for `decideSignIn`, the same for every door. */
export class SignInRulesService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async decide({
    address,
    person,
    isLocked = false,
    isWayOpen = true,
    needsCode = false,
    ...known
  }: AtTheDoor): Promise<SignInAnswer> {
    const { accessSecurity, policies, clock } = this.#deps;
    const isAddressAllowed = await accessSecurity.allows(address);
    if (!person || !known.isProven) {
      const nobody = { isProven: false, isEnabled: false, isPolicyAllowed: false, owes: undefined };
      return decideSignIn({ ...known, ...nobody, isAddressAllowed, isLocked, isWayOpen });
    }
    return decideSignIn({
      ...known,
      isAddressAllowed,
      isLocked,
      isWayOpen,
      isEnabled: person.status === 'enabled',
      isPolicyAllowed: (await policies.decide(person.id, address, clock.now())).allowed,
      owes: (await this.#owedAt(known, person)) ?? (needsCode ? owedCode(person) : undefined),
    });
  }

  /** Whether anybody may come in from there at all. */
  async allowsAddress({ door, address }: Pick<AtTheDoor, 'door' | 'address'>): Promise<boolean> {
    const nobody = { isProven: false, factor: 'unasked', person: undefined } as const;
    const answer = await this.decide({ door, address, ...nobody });
    return answer.kind !== 'refused' || answer.reason !== 'address';
  }

  requiresSecondFactor(user: Pick<User, 'type'>): Promise<boolean> {
    return this.#deps.requiresSecondFactor(user);
  }

  requiresPasskey(user: Pick<User, 'type'>): Promise<boolean> {
    return this.#deps.requiresPasskey(user);
  }

  /**
   * What a person in this state owes before a login is complete. The policy is asked when a login begins and when a
   * step of it is done; a login that is complete stays so when the policy changes.
   */
  async owedStep(user: Person): Promise<PendingStage | undefined> {
    if (user.must_change_password === 1) {
      return 'change-password';
    }
    if (user.passkeys === 0 && (await this.requiresPasskey(user))) {
      return 'enrol-passkey';
    }
    const hasFactor = user.totp_enabled === 1 || user.passkeys > 0;
    return !hasFactor && (await this.requiresSecondFactor(user)) ? 'enrol-totp' : undefined;
  }

  /**
   * Tokens and shares hang on a login that was complete, and stay as it does; a password that must go ends that. Whose
   * second factor was proven has one, here or at an identity source.
   */
  #owedAt(
    { door, factor }: Pick<AtTheDoor, 'door' | 'factor'>,
    user: Person,
  ): Promise<PendingStage | undefined> {
    if (door === 'token' || door === 'share') {
      return this.owedStep({ ...user, totp_enabled: 1, passkeys: 1 });
    }
    return this.owedStep(factor === 'proven' ? { ...user, totp_enabled: 1 } : user);
  }
}

function owedCode({ totp_enabled }: Person): PendingStage | undefined {
  return totp_enabled === 1 ? undefined : 'enrol-totp';
}
