import type { ErrorCode } from '@jadegate/contract/error';
import { translate, type Sentence } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import type { Participant } from '@jadegate/contract/session/session-notice';
import { markLabel, type Seat, type ShareMode } from '@jadegate/contract/session/session-share';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { PARTICIPANT_WORDS } from '@jadegate/contract/words/participants';
import { SESSION_END_WORDS } from '@jadegate/contract/words/session-ends';

import type { Database } from '../../db/database.ts';
import { LockoutService } from '../../identity/auth/lockout.service.ts';
import type { LoginService } from '../../identity/auth/login.service.ts';
import type { SignInRulesService } from '../../identity/auth/sign-in-rules.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import { loginOf, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { hashToken } from '../../kernel/id.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import {
  flagsOf,
  objectOf,
  type Live,
  type LiveSessionService,
  type SessionClient,
} from '../session/live-session.service.ts';
import { isShownBy } from '../session/session-kind.ts';
import { ReservedSeats } from './reserved-seats.ts';
import { isInvited, whyClosed } from './session-share.policy.ts';
import { SessionShareRepository, type ShareRecord } from './session-share.repository.ts';
import type { ShareRights } from './share-rights.ts';

interface Dependencies {
  database: Database;
  live: LiveSessionService;
  rights: ShareRights;
  logins: LoginService;
  signInRules: SignInRulesService;
  users: UserService;
  settings: SettingService;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
}

/** Somebody who is in another person's session. */
interface Guest extends Participant {
  actor: Actor;
  live: Live;
  client: SessionClient;
  /** Undefined for an administrator who came by right. */
  shareId: string | undefined;
  joinedAt: number;
  /** On record as being there. Until then they only keep their place. */
  isIn: boolean;
}

/** The people in other people's sessions: how they get in, what they may do there, and every way out. */
export class ShareRoomService {
  readonly #deps: Dependencies;
  readonly #shares: SessionShareRepository;
  readonly #lockouts: LockoutService;
  readonly #seats: ReservedSeats;
  readonly #guests = new Set<Guest>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#shares = new SessionShareRepository(dependencies.database);
    this.#lockouts = new LockoutService(dependencies.database, dependencies.clock);
    this.#seats = new ReservedSeats(dependencies.clock);
    // Shares, rights and logins are looked at as often as sessions: whoever loses theirs is out within five seconds.
    dependencies.live.addCheck(() => this.#checkGuests());
  }

  /** A token that never was and one of a session that was deleted are the same to the caller. */
  async open(actor: Actor, token: string): Promise<Seat> {
    const share = await this.#findShare(actor, token);
    await this.#refuseAtDoor(actor);
    const live = await this.#deps.live.findHere(share.session_id);
    const closed = await this.#whyShareClosed(share, live);
    if (closed) {
      throw new AppError(closed);
    }
    if (!live || live.ending) {
      throw new AppError('share.ended');
    }
    if (!isInvited(share, actor.userId, live.record.user_id)) {
      throw new AppError('share.not_invited');
    }
    return this.#seat(actor, live, { mode: share.mode, share });
  }

  /** A guess is counted before it is looked up, and given back when the token is one. */
  async #findShare(actor: Actor, token: string): Promise<ShareRecord> {
    const attempt = await this.#lockouts.beginShare(actor.userId);
    const share = await this.#shares.findByToken(hashToken(token));
    if (!share) {
      throw new AppError('share.not_found');
    }
    await this.#deps.database.transact((tx) => this.#lockouts.uncount(attempt, tx));
    return share;
  }

  /** The login was judged where it began; a share leads further, and is judged as what it is, a door. */
  async #refuseAtDoor({ userId, address }: Actor): Promise<void> {
    const { signInRules, users } = this.#deps;
    const shown = { door: 'share', isProven: true, factor: 'unasked' } as const;
    const answer = await signInRules.decide({ ...shown, address, person: await users.get(userId) });
    if (answer.kind !== 'allowed') {
      const isPolicy = answer.kind === 'refused' && answer.reason === 'policy';
      throw new AppError(isPolicy ? 'login.policy_refused' : 'auth.required');
    }
  }

  /** For an administrator whose right was checked with the endpoint. */
  async join(actor: Actor, sessionId: string): Promise<Seat> {
    const live = this.#deps.live.find(sessionId);
    if (!live || live.ending) {
      throw new AppError('session.over');
    }
    if (live.kind.takesGuestInput !== true) {
      throw new AppError('share.look_only');
    }
    return this.#seat(actor, live, { mode: 'write', share: undefined });
  }

  /** Takes a seat. Whether it is still good is asked again, and being there is on record before anything is shown. */
  async enter(actor: Actor, seatId: string, client: SessionClient): Promise<void> {
    const { clock, users } = this.#deps;
    const seat = this.#seats.claim(seatId, loginOf(actor));
    const live = seat && this.#deps.live.find(seat.sessionId);
    if (!seat || !live || live.ending) {
      throw new AppError(seat ? 'share.ended' : 'share.not_found');
    }
    if (!isShownBy(live.kind, client)) {
      throw new AppError('session.not_openable');
    }
    const { nickname } = await users.get(actor.userId);
    const { mode, shareId } = seat;
    const guest: Guest = {
      actor,
      live,
      client,
      mode,
      shareId,
      username: actor.username,
      name: nickname,
      joinedAt: clock.now(),
      isIn: false,
    };
    const refusal = await this.#whyOut(guest);
    if (refusal) {
      throw new AppError(refusal === 'login_ended' ? 'auth.required' : refusal);
    }
    // The place is taken first: of two who want the last one, only one may be on record as being there.
    this.#refuseFull(live);
    this.#guests.add(guest);
    try {
      await this.#goOnRecord(guest);
    } catch (error) {
      this.#guests.delete(guest);
      throw error;
    }
    client.onClose(() => this.#leave(guest));
    live.stream.recording?.mark(markLabel({ kind: 'join', mode, username: guest.username }));
    // The others hear that somebody came; who comes hears who is there.
    this.#announce(guest, 'joined');
    await live.stream.watch(client, { username: guest.username, mayAct: () => this.#mayAct(guest) });
  }

  /** Throws when they, their place or the session were gone before it was written. */
  async #goOnRecord(guest: Guest): Promise<void> {
    const { live, client, mode, shareId } = guest;
    let isHere = true;
    client.onClose(() => (isHere = false));
    await this.#note(guest, 'session.joined', { mode, ...(shareId !== undefined && { share: shareId }) });
    if (!isHere || live.ending || !this.#guests.has(guest)) {
      await this.#note(guest, 'session.left', { seconds: 0 });
      throw new AppError('share.ended');
    }
    guest.isIn = true;
  }

  /** Everybody who came with the share is out. */
  closeShare(sessionId: string, shareId: string): void {
    for (const guest of this.#guests) {
      if (guest.live.record.id === sessionId && guest.shareId === shareId) {
        this.#putOut(guest, ERROR_WORDS['share.revoked']);
      }
    }
  }

  async #seat(
    actor: Actor,
    live: Live,
    { mode, share }: { mode: ShareMode; share: ShareRecord | undefined },
  ): Promise<Seat> {
    this.#refuseFull(live);
    const { user_id: ownerId } = live.record;
    const people = await this.#deps.users.listPeople([ownerId]);
    const flags = flagsOf(live.record);
    return {
      id: this.#seats.reserve({
        loginId: loginOf(actor),
        sessionId: live.record.id,
        mode,
        shareId: share?.id,
      }),
      protocol: live.record.protocol,
      assetName: live.record.asset_name,
      ownerName: live.record.user_name,
      ownerAccount: people.get(ownerId)?.username ?? '',
      mode,
      expires: share ? familyTime(share.expires_at) : null,
      mayCopy: flags.copy,
      mayPaste: flags.paste,
    };
  }

  #guestsOf(live: Live): Guest[] {
    return [...this.#guests].filter((guest) => guest.live === live);
  }

  /** Also from another window: whoever is there twice can still answer what they are asked. */
  #mayType(live: Live, username: string): boolean {
    const isGuest = this.#guestsOf(live).some((one) => one.username === username && one.mode === 'write');
    return isGuest || live.actor.username === username;
  }

  #refuseFull(live: Live): void {
    const limit = LIMITS.participants.max;
    if (this.#guestsOf(live).length >= limit) {
      throw new AppError('share.full', { params: { limit } });
    }
  }

  /** A socket that was told to close may still speak for a while. */
  #mayAct(guest: Guest): boolean {
    return guest.mode === 'write' && this.#guests.has(guest) && !guest.live.ending;
  }

  #putOut(guest: Guest, reason: Sentence): void {
    this.#leave(guest);
    guest.client.drop(translate(reason, guest.actor.language));
  }

  /** Harmless to call twice. */
  #leave(guest: Guest): void {
    if (!this.#guests.delete(guest)) {
      return;
    }
    const { live, client, joinedAt, isIn } = guest;
    if (!isIn) {
      return;
    }
    live.stream.release(client);
    if (!this.#mayType(live, guest.username)) {
      live.stream.dismiss(guest.username);
    }
    // The recording of a session that ends is being closed.
    if (!live.ending) {
      live.stream.recording?.mark(markLabel({ kind: 'leave', username: guest.username }));
      this.#announce(guest, 'left');
    }
    const seconds = Math.round((this.#deps.clock.now() - joinedAt) / SECOND_MS);
    this.#note(guest, 'session.left', { seconds }).catch((error: unknown) =>
      this.#deps.logger.warn({ err: error }, 'that somebody left a session could not be written down'),
    );
  }

  #announce({ live, name }: Guest, how: 'joined' | 'left'): void {
    live.stream.setParticipants({
      kind: 'participants',
      text: translate(PARTICIPANT_WORDS[how], live.actor.language, { name }),
      participants: this.#guestsOf(live)
        .filter(({ isIn }) => isIn)
        .map(({ name, username, mode }) => ({ name, username, mode })),
      change: { how, name },
    });
  }

  #note(
    { actor, live }: Guest,
    action: 'session.joined' | 'session.left',
    detail: Record<string, unknown>,
  ): Promise<void> {
    return this.#deps.audit.writeAlone(actor, { action, object: objectOf(live.record), detail });
  }

  async #checkGuests(): Promise<void> {
    for (const guest of this.#guests) {
      try {
        const reason = await this.#whyOut(guest);
        if (reason) {
          const words = reason === 'login_ended' ? SESSION_END_WORDS.login_ended : ERROR_WORDS[reason];
          this.#putOut(guest, words);
        }
      } catch (error) {
        // The database may be away for a moment; the guest stays and is looked at again.
        this.#deps.logger.warn({ err: error }, 'a participant could not be checked');
      }
    }
  }

  async #whyOut({ actor, shareId, live }: Guest): Promise<ErrorCode | 'login_ended' | undefined> {
    const login = await this.#deps.logins.identify(loginOf(actor));
    if (!login || login.owes) {
      return 'login_ended';
    }
    if (shareId === undefined) {
      return (await this.#deps.rights.mayJoin(actor.userId)) ? undefined : 'auth.forbidden';
    }
    const share = await this.#shares.find(shareId);
    return share ? this.#whyShareClosed(share, live) : 'share.not_found';
  }

  /** A share of an administrator is worth what the administrator is. */
  async #whyShareClosed(share: ShareRecord, live: Live | undefined): Promise<ErrorCode | undefined> {
    const policy = await this.#deps.settings.get('session-sharing');
    const closed = whyClosed(share, { now: this.#deps.clock.now(), policy });
    if (closed || !live) {
      return closed;
    }
    const isBacked = await this.#deps.rights.mayShare(share.created_by, live.record.user_id, share.mode);
    return isBacked ? undefined : 'share.revoked';
  }
}
