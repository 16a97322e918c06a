import type { SourceReturn, SourceStart } from '@jadegate/contract/identity/source-sign-in';
import type { SourceTest } from '@jadegate/contract/identity/source-test';

import type { Database, Tx } from '../../db/database.ts';
import { loginOf, type Actor, type Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { hashToken, newToken } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { Round, Vouched } from '../../protocols/oidc/oidc-provider.ts';
import type { LoginService, SignedIn, SignInRequest, SourceProof } from '../auth/login.service.ts';
import type { ReauthenticationService } from '../auth/reauthentication.service.ts';
import { CALLBACK_PATH } from '../identity-source/identity-source.service.ts';
import type { SourceLookupService } from '../identity-source/source-lookup.service.ts';
import type { SourcePersonService } from '../identity-source/source-person.service.ts';
import type { SourceReportService } from '../identity-source/source-report.service.ts';
import {
  sourceError,
  type Arrival,
  type ArrivalDetail,
  type SourceOf,
} from '../identity-source/source.interface.ts';
import type { UserService } from '../user/user.service.ts';
import { readClaims } from './oidc-claims.policy.ts';
import type { OidcProofService } from './oidc-proof.service.ts';
import type { OidcProviders } from './oidc-providers.ts';
import { SourceSignInRepository, type SignInRow } from './source-sign-in.repository.ts';

/** Time to sign in at the source, with whatever it asks for. */
const AT_SOURCE_MS = 10 * MINUTE_MS;
/** Time to type a code of one's own second factor afterwards. */
const PROVEN_MS = 5 * MINUTE_MS;

type SourceFinish = SourceReturn & Pick<SignInRequest, 'totp' | 'passkey'> & { remember: boolean };
type Purpose = SignInRow['purpose'];
type OidcSource = SourceOf<'oidc'>;

/** Who came, and what only this kind of source says. */
interface Arrived extends Omit<ArrivalDetail, 'hasFactor'> {
  arrival: Arrival;
  sid: string;
  hasFactor: boolean;
}

interface Dependencies {
  database: Database;
  lookup: SourceLookupService;
  providers: OidcProviders;
  proofs: OidcProofService;
  people: SourcePersonService;
  reports: SourceReportService;
  users: UserService;
  logins: LoginService;
  reauthentication: ReauthenticationService;
  audit: AuditService;
  clock: Clock;
}

interface Place {
  /** Where the product is reached; the browser must come from one of them. */
  publicUrls: readonly string[];
  /** Of the page that asks. */
  origin: string | undefined;
}

/**
 * Signing in by a provider: to the provider with a state of our own, back with its answer, once. The state lies in
 * the database, because the browser may come back to another server; what binds it to the browser lies in the browser.
 * What the provider says never reaches the browser.
 */
export class OidcSignInService {
  readonly #signIns: SourceSignInRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#signIns = new SourceSignInRepository(dependencies.database.db);
  }

  async start(key: string, place: Place): Promise<SourceStart> {
    return this.#begin(await this.#deps.lookup.open('oidc', key), 'login', place);
  }

  async finish(
    caller: Caller,
    key: string,
    { totp, passkey, remember, ...returned }: SourceFinish,
  ): Promise<SignedIn> {
    const { logins, users } = this.#deps;
    const source = await this.#deps.lookup.open('oidc', key);
    const row = await this.#find(returned, 'login', source.id);
    const { userId, proof } =
      row.user_id === null
        ? await this.#arrive(caller, source, row, returned.search)
        : { userId: row.user_id, proof: JSON.parse(row.outcome) as SourceProof };
    const { username } = await users.get(userId);
    return logins.signIn(caller, { username, door: 'web', proof, totp, passkey, remember });
  }

  async startOwn(actor: Actor, key: string, purpose: 'prove' | 'link', place: Place): Promise<SourceStart> {
    return this.#begin(await this.#deps.lookup.open('oidc', key), purpose, place, loginOf(actor));
  }

  async finishOwn(actor: Actor, returned: SourceReturn): Promise<{ purpose: 'prove' | 'link' }> {
    const row = await this.#find(returned, ['prove', 'link']);
    const source = await this.#deps.lookup.openById('oidc', row.source_id);
    const taken = await this.#take(row, actor);
    const { arrival, hasFactor } = await this.#vouch(source, taken, returned.search);
    if (row.purpose === 'link') {
      await this.#deps.people.link(actor, arrival);
      return { purpose: 'link' };
    }
    if ((await this.#deps.people.findKnown(arrival)) !== actor.userId) {
      throw new AppError('source.other_person', { params: { name: source.name } });
    }
    await this.#deps.reauthentication.noteProven(actor, hasFactor);
    await this.#deps.proofs.keepFresh(taken, loginOf(actor));
    return { purpose: 'prove' };
  }

  async startTest(actor: Actor, id: string, place: Place): Promise<SourceStart> {
    return this.#begin(await this.#deps.lookup.openById('oidc', id), 'test', place, loginOf(actor));
  }

  /** What the provider said in a test. Nothing but the state is touched. */
  async finishTest(actor: Actor, returned: SourceReturn): Promise<SourceTest> {
    const row = await this.#find(returned, ['test']);
    const source = await this.#deps.lookup.openById('oidc', row.source_id);
    const { arrival, ...detail } = await this.#vouch(source, await this.#take(row, actor), returned.search);
    return this.#deps.reports.report(actor, arrival, detail);
  }

  /** Where a browser that signs out here goes next; empty to stay. A source that does not answer keeps nobody in. */
  async endSessionUrl(actor: Actor, publicUrl: string): Promise<string> {
    const { logins, lookup, providers } = this.#deps;
    const sourceId = actor.loginId === undefined ? '' : await logins.sourceOf(actor.loginId);
    if (sourceId === '' || publicUrl === '') {
      return '';
    }
    try {
      const source = await lookup.openById('oidc', sourceId);
      const provider = source.config.endsThere ? await providers.of(source) : undefined;
      return provider?.endSessionUrl(`${publicUrl}/login`) ?? '';
    } catch {
      return '';
    }
  }

  /** A source says that somebody has signed out there, signed with its key. */
  async backChannelLogout(caller: Caller, key: string, token: string): Promise<void> {
    const source = await this.#deps.lookup.open('oidc', key);
    try {
      const provider = await this.#deps.providers.of(source);
      const { sid, subject } = await provider.readLogoutToken(token);
      const known = sid === '' && (await this.#deps.people.findKnown({ issuer: provider.issuer, subject }));
      await this.#endLogins(caller, source, sid === '' ? { userId: known || '' } : { sid });
    } catch (error) {
      throw new AppError('source.logout_refused', { cause: error });
    }
  }

  /** The same by a page of the source: it knows the session's name, and can end that one and nothing else. */
  async frontChannelLogout(
    caller: Caller,
    key: string,
    { iss, sid }: { iss: string; sid: string },
  ): Promise<void> {
    const source = await this.#deps.lookup.open('oidc', key);
    const isIssuer = withoutSlash(iss) === withoutSlash(source.config.issuer);
    if (!isIssuer || sid === '') {
      throw new AppError('source.logout_refused');
    }
    await this.#endLogins(caller, source, { sid });
  }

  sweep(): Promise<void> {
    return this.#signIns.removeExpiredBefore(this.#deps.clock.now());
  }

  async #begin(source: OidcSource, purpose: Purpose, place: Place, loginId?: string): Promise<SourceStart> {
    const { publicUrls, origin } = place;
    const base = publicUrls.find((url) => url === origin) ?? publicUrls[0];
    if (base === undefined) {
      throw new AppError('source.public_url_missing');
    }
    const round: Round = {
      state: newToken(),
      nonce: newToken(),
      verifier: newToken(),
      redirectUri: `${base}${CALLBACK_PATH}${source.key}`,
      isFresh: isFresh(purpose),
    };
    const binding = newToken();
    const url = await this.#naming(source, async () =>
      (await this.#deps.providers.answering(source)).authorizationUrl(round, source.config.scope),
    );
    const now = this.#deps.clock.now();
    await this.#signIns.insert({
      state_hash: hashToken(round.state),
      source_id: source.id,
      purpose,
      binding_hash: hashToken(binding),
      nonce: round.nonce,
      verifier: round.verifier,
      redirect_uri: round.redirectUri,
      login_id: loginId ?? null,
      user_id: null,
      outcome: '',
      created_at: now,
      expires_at: now + AT_SOURCE_MS,
    });
    return { url, state: round.state, binding };
  }

  /** A return that did not begin here, in this browser and for this, is nothing. */
  async #find(
    { search, binding }: SourceReturn,
    purpose: Purpose | readonly Purpose[],
    sourceId?: string,
  ): Promise<SignInRow> {
    const row = await this.#signIns.find(hashToken(stateOf(search)));
    const isGood =
      row !== undefined &&
      [purpose].flat().includes(row.purpose) &&
      row.binding_hash === hashToken(binding) &&
      row.expires_at > this.#deps.clock.now() &&
      (sourceId === undefined || row.source_id === sourceId);
    if (!isGood) {
      throw new AppError('source.state_invalid');
    }
    return row;
  }

  async #take(row: SignInRow, actor?: Actor): Promise<SignInRow> {
    const taken = await this.#signIns.take(row.state_hash);
    if (!taken || (actor && taken.login_id !== loginOf(actor))) {
      throw new AppError('source.state_invalid');
    }
    return taken;
  }

  /** Asks the source once, settles who it is, and keeps that for the login that follows, which may need a code first. */
  async #arrive(
    caller: Caller,
    source: OidcSource,
    row: SignInRow,
    search: string,
  ): Promise<{ userId: string; proof: SourceProof }> {
    const taken = await this.#take(row);
    let username = '';
    try {
      const { arrival, sid, hasFactor } = await this.#vouch(source, taken, search);
      username = arrival.username || arrival.subject;
      const { user, rule } = await this.#deps.people.settle(caller, arrival);
      const proof: SourceProof = {
        kind: 'source',
        signInId: taken.state_hash,
        sourceId: source.id,
        sid,
        name: source.name,
        rule,
        hasFactor,
      };
      const expires_at = this.#deps.clock.now() + PROVEN_MS;
      const outcome = JSON.stringify(proof);
      await this.#signIns.insert({
        ...taken,
        user_id: user.id,
        outcome,
        nonce: '',
        verifier: '',
        expires_at,
      });
      return { userId: user.id, proof };
    } catch (error) {
      if (error instanceof AppError && error.code !== 'source.state_invalid') {
        const { reason = '' } = error.params;
        await this.#deps.logins.noteRefused(
          caller,
          { username, source: source.name, rule: String(reason) },
          error.code,
        );
      }
      throw error;
    }
  }

  /** Trades the answer for who it is, read by the settings of the source. */
  async #vouch(source: OidcSource, row: SignInRow, search: string): Promise<Arrived> {
    const { config } = source;
    const round = {
      state: stateOf(search),
      nonce: row.nonce,
      verifier: row.verifier,
      redirectUri: row.redirect_uri,
      isFresh: isFresh(row.purpose),
    };
    const { issuer, subject, sid, idToken, userinfo }: Vouched = await this.#naming(source, async () =>
      (await this.#deps.providers.of(source)).exchange(search, round),
    );
    const { isMailVerified, hasFactor, ...claims } = readClaims(idToken, userinfo, config);
    const linkingMail = config.linksByMail && isMailVerified ? claims.mail : '';
    return {
      arrival: { source, issuer, subject, linkingMail, ...claims, followsName: false, sshKeys: undefined },
      accountState: null,
      sid,
      hasFactor,
      isMailVerified,
      raw: [
        { part: 'idToken', value: idToken },
        { part: 'userinfo', value: userinfo },
      ],
    };
  }

  /** What goes wrong at a source is told with its name. */
  async #naming<Result>(source: OidcSource, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw sourceError(source, error);
    }
  }

  async #endLogins(
    caller: Caller,
    source: OidcSource,
    who: { sid: string } | { userId: string },
  ): Promise<void> {
    const { database, audit, logins } = this.#deps;
    await database.transact(async (tx: Tx) => {
      const found = await logins.endBySource(source.id, who, tx);
      if (found.length > 0) {
        const object = { type: 'identity-source', id: source.id, name: source.name };
        const detail = { people: [...new Set(found.map(({ user_id }) => user_id))], logins: found.length };
        await audit.write(caller, { action: 'identity-source.logout-received', object, detail }, tx);
      }
    });
  }
}

/** Whoever proves again, or links, must sign in at the source anew: a session that is open there proves nothing. */
function isFresh(purpose: Purpose): boolean {
  return purpose === 'prove' || purpose === 'link';
}

function stateOf(search: string): string {
  const states = new URLSearchParams(search).getAll('state');
  return states.length === 1 ? (states[0] ?? '') : '';
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '');
}
