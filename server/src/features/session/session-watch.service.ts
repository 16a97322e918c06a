import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { UserService } from '../user/user.service.ts';
import type { LiveSessionService } from './live-session.service.ts';
import { objectOf, type Live } from './live-session.ts';
import type { SessionClient } from './session-stream.ts';
import { WatcherRights } from './watcher-rights.ts';

interface Dependencies {
  live: LiveSessionService;
  audit: AuditService;
  logins: LoginService;
  roles: RoleService;
  users: UserService;
  clock: Clock;
  logger: Logger;
}

/** What an administrator does to a live session without being in it: looking on, and saying something. */
export class SessionWatchService {
  readonly #on: Dependencies;
  readonly #rights: WatcherRights;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#rights = new WatcherRights(dependencies);
    dependencies.live.addCheck(() => this.#rights.dropRefused());
  }

  /** Shows the screen as it is, then what happens to it. Beginning and end are on record. */
  async watch(actor: Actor, id: string, client: SessionClient): Promise<void> {
    const live = this.#find(id);
    if (live.kind.name !== client.kind) {
      throw new AppError('session.not_openable');
    }
    const startedAt = this.#on.clock.now();
    let isHere = true;
    const started = this.#note(actor, live, { phase: 'started' });
    this.#rights.add(client, actor);
    client.onClose(() => {
      isHere = false;
      this.#rights.remove(client);
      live.stream.release(client);
      const seconds = Math.round((this.#on.clock.now() - startedAt) / 1000);
      started
        .then(() => this.#note(actor, live, { phase: 'stopped', seconds }))
        .catch((error: unknown) =>
          this.#on.logger.warn({ err: error }, 'the end of watching could not be written down'),
        );
    });
    await started;
    if (!isHere) {
      return;
    }
    if (live.ending) {
      throw new AppError('session.over');
    }
    await live.stream.watch(client);
  }

  /** The person sees it at once. It is no part of the recording, so the audit log keeps the words. */
  async message(actor: Actor, id: string, text: string): Promise<void> {
    const live = this.#find(id);
    if (!live.stream.hasClient) {
      throw new AppError('session.nobody_there');
    }
    const object = objectOf(live.record);
    await this.#on.audit.writeAlone(actor, { action: 'session.messaged', object, detail: { text } });
    const { nickname } = await this.#on.users.get(actor.userId);
    const from = nickname || actor.username;
    live.stream.notify({ kind: 'message', text: `${from}：${text}`, from });
  }

  #find(id: string): Live {
    const live = this.#on.live.find(id);
    if (!live || live.ending) {
      throw new AppError('session.over');
    }
    return live;
  }

  #note(actor: Actor, { record }: Live, detail: Record<string, unknown>): Promise<void> {
    return this.#on.audit.writeAlone(actor, { action: 'session.watched', object: objectOf(record), detail });
  }
}
