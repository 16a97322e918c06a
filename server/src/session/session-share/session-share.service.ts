import { LIMITS } from '@jadegate/contract/limits';
import type { NewShare, SessionShare, Sharing } from '@jadegate/contract/session/session-share';
import { allowsAudience } from '@jadegate/contract/session/session-share';

import type { Database } from '../../db/database.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { hashToken, newId, newToken } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import { objectOf, type Live, type LiveSessionService } from '../session/live-session.service.ts';
import { peopleOf, type NamedPerson } from './session-share.policy.ts';
import { SessionShareRepository, type ShareRecord } from './session-share.repository.ts';
import type { ShareRights } from './share-rights.ts';
import type { ShareRoomService } from './share-room.service.ts';

interface Dependencies {
  database: Database;
  live: LiveSessionService;
  room: ShareRoomService;
  rights: ShareRights;
  users: UserService;
  settings: SettingService;
  audit: AuditService;
  clock: Clock;
}

/** The links into live sessions: who may make, see and revoke them. Who uses them is `ShareRoomService`. */
export class SessionShareService {
  readonly #deps: Dependencies;
  readonly #shares: SessionShareRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#shares = new SessionShareRepository(dependencies.database);
  }

  async list(actor: Actor, sessionId: string): Promise<Sharing> {
    const live = await this.#find(actor, sessionId);
    const policy = await this.#deps.settings.get('session-sharing');
    const open = await this.#shares.listOpen(sessionId, this.#deps.clock.now());
    const people = await this.#deps.users.listPeople(open.map(({ created_by }) => created_by));
    return {
      policy,
      mayWrite:
        live.kind.takesGuestInput === true &&
        (await this.#deps.rights.mayShare(actor.userId, live.record.user_id, 'write')),
      shares: open
        .filter(({ audience }) => allowsAudience(policy, audience))
        .map((share) => present(share, people.get(share.created_by)?.username ?? '')),
      participants: [...live.stream.participants],
    };
  }

  async create(actor: Actor, sessionId: string, input: NewShare): Promise<SessionShare & { token: string }> {
    const { clock, audit, database, rights, users } = this.#deps;
    const live = await this.#find(actor, sessionId);
    await this.#refuseByPolicy(input);
    if (input.mode === 'write' && live.kind.takesGuestInput !== true) {
      throw new AppError('share.look_only', { fields: ['mode'] });
    }
    if (!(await rights.mayShare(actor.userId, live.record.user_id, input.mode))) {
      throw new AppError('share.input_forbidden', { fields: ['mode'] });
    }
    const people = input.audience === 'named' ? await this.#named(input.usernames) : [];
    if (input.audience === 'named' && people.length === 0) {
      throw new AppError('share.users_missing', { fields: ['usernames'] });
    }
    const { nickname } = await users.get(actor.userId);
    const now = clock.now();
    const token = newToken();
    const share: ShareRecord = {
      id: newId(now),
      session_id: sessionId,
      mode: input.mode,
      audience: input.audience,
      people: JSON.stringify(people),
      created_by: actor.userId,
      creator_name: nickname,
      created_at: now,
      expires_at: now + input.minutes * MINUTE_MS,
      revoked_at: null,
    };
    await database.transact(async (tx) => {
      if ((await this.#shares.listOpen(sessionId, now, tx)).length >= LIMITS.sharesPerSession.max) {
        throw new AppError('share.too_many', { params: { limit: LIMITS.sharesPerSession.max } });
      }
      await this.#shares.insert({ ...share, token_hash: hashToken(token) }, tx);
      await audit.write(
        actor,
        { action: 'session.shared', object: objectOf(live.record), detail: detailOf(share) },
        tx,
      );
    });
    return { ...present(share, actor.username), token };
  }

  /** Whoever may share may revoke, also what somebody else has shared. */
  async revoke(actor: Actor, sessionId: string, shareId: string): Promise<void> {
    const { clock, audit, database, room } = this.#deps;
    const live = await this.#find(actor, sessionId);
    await database.transact(async (tx) => {
      const share = await this.#shares.find(shareId, tx);
      if (!share || share.session_id !== sessionId) {
        throw new AppError('share.not_found');
      }
      if (await this.#shares.revoke(shareId, clock.now(), tx)) {
        const entry = { action: 'session.share-revoked', detail: detailOf(share) } as const;
        await audit.write(actor, { ...entry, object: objectOf(live.record) }, tx);
      }
    });
    room.closeShare(sessionId, shareId);
  }

  async #refuseByPolicy({ audience }: NewShare): Promise<void> {
    const policy = await this.#deps.settings.get('session-sharing');
    if (policy === 'off') {
      throw new AppError('share.off');
    }
    if (!allowsAudience(policy, audience)) {
      throw new AppError('share.audience_off', { fields: ['audience'] });
    }
  }

  /** A name that nobody has is kept like the others, so that nobody learns from it who exists. */
  async #named(usernames: readonly string[]): Promise<NamedPerson[]> {
    return Promise.all(
      [...new Set(usernames)].map(async (username) => {
        const person = await this.#deps.users.findByUsername(username);
        return { username, id: person?.id ?? null };
      }),
    );
  }

  /** A session that is over, one that never was and one of somebody else are the same to a stranger. */
  async #find(actor: Actor, id: string): Promise<Live> {
    const live = this.#deps.live.find(id);
    if (
      !live ||
      live.ending ||
      !(await this.#deps.rights.mayShare(actor.userId, live.record.user_id, 'read'))
    ) {
      throw new AppError('session.not_found');
    }
    return live;
  }
}

function present(share: ShareRecord, creatorAccount: string): SessionShare {
  return {
    id: share.id,
    mode: share.mode,
    audience: share.audience,
    usernames: peopleOf(share).map(({ username }) => username),
    creatorName: share.creator_name,
    creatorAccount,
    expires: familyTime(share.expires_at),
  };
}

function detailOf(share: ShareRecord) {
  const usernames = peopleOf(share).map(({ username }) => username);
  return {
    share: share.id,
    mode: share.mode,
    audience: share.audience,
    ...(usernames.length > 0 && { usernames }),
    expires: new Date(share.expires_at).toISOString(),
  };
}
