import { translate } from '@jadegate/contract/language';
import type { Participant } from '@jadegate/contract/session/session-notice';
import { PARTICIPANT_WORDS } from '@jadegate/contract/words/participants';

import type { LoginService } from '../../identity/auth/login.service.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import type { LiveSessionService } from './live-session.service.ts';
import { objectOf, type Live } from './live-session.ts';
import { isShownBy } from './session-kind.ts';
import type { SessionClient } from './session-stream.ts';
import { WatcherRights } from './watcher-rights.ts';

interface Dependencies {
  live: LiveSessionService;
  audit: AuditService;
  logins: LoginService;
  roles: RoleService;
  users: UserService;
  settings: SettingService;
  logger: Logger;
}

/** What an administrator does to a live session without being in it: looking on, and saying something. */
export class SessionWatchService {
  readonly #deps: Dependencies;
  readonly #rights: WatcherRights;
  /** Those the person of the session knows of. */
  readonly #shown = new Map<SessionClient, { live: Live; watcher: Participant }>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rights = new WatcherRights(dependencies);
    dependencies.live.addCheck(() => this.#rights.dropRefused());
  }

  /** Shows the screen as it is, then what happens to it. Beginning and end are on record. */
  async watch(actor: Actor, id: string, client: SessionClient): Promise<void> {
    const live = this.#find(id);
    if (!isShownBy(live.kind, client)) {
      throw new AppError('session.not_openable');
    }
    const startedAt = live.clock.now();
    let isHere = true;
    const started = this.#note(actor, live, { phase: 'started' });
    this.#rights.add(client, actor);
    client.onClose(() => {
      isHere = false;
      this.#rights.remove(client);
      this.#hide(client);
      live.stream.release(client);
      const seconds = Math.round((live.clock.now() - startedAt) / 1000);
      started
        .then(() => this.#note(actor, live, { phase: 'stopped', seconds }))
        .catch((error: unknown) =>
          this.#deps.logger.warn({ err: error }, 'the end of watching could not be written down'),
        );
    });
    await started;
    if (!isHere) {
      return;
    }
    if (live.ending) {
      throw new AppError('session.over');
    }
    await this.#show(actor, live, client);
    if (isHere && !live.ending) {
      await live.stream.watch(client);
    } else {
      this.#hide(client);
    }
  }

  /** Its person is told before anything is seen. Nobody is told that they watch themselves. */
  async #show(actor: Actor, live: Live, client: SessionClient): Promise<void> {
    const isShown = await this.#deps.settings.get('session-watched-shown');
    if (!isShown || actor.userId === live.record.user_id) {
      return;
    }
    const { nickname } = await this.#deps.users.get(actor.userId);
    const watcher: Participant = {
      name: nickname || actor.username,
      username: actor.username,
      mode: 'read',
    };
    this.#shown.set(client, { live, watcher });
    this.#tell(live, 'watching', watcher);
  }

  /** Harmless to call twice. */
  #hide(client: SessionClient): void {
    const shown = this.#shown.get(client);
    this.#shown.delete(client);
    if (shown && !shown.live.ending) {
      this.#tell(shown.live, 'unwatched', shown.watcher);
    }
  }

  #tell(live: Live, what: 'watching' | 'unwatched', { name }: Participant): void {
    const those = [...this.#shown.values()].filter((one) => one.live === live);
    live.stream.setWatchers({
      kind: 'watched',
      text: translate(PARTICIPANT_WORDS[what], live.actor.language, { name }),
      participants: those.map(({ watcher }) => watcher),
    });
  }

  /** The person sees it at once. It is no part of the recording, so the audit log keeps the words. */
  async message(actor: Actor, id: string, text: string): Promise<void> {
    const live = this.#find(id);
    if (!live.stream.hasClient) {
      throw new AppError('session.nobody_there');
    }
    const object = objectOf(live.record);
    await this.#deps.audit.writeAlone(actor, { action: 'session.messaged', object, detail: { text } });
    const { nickname } = await this.#deps.users.get(actor.userId);
    const from = nickname || actor.username;
    live.stream.notify({ kind: 'message', text: `${from}：${text}`, from });
  }

  #find(id: string): Live {
    const live = this.#deps.live.find(id);
    if (!live || live.ending) {
      throw new AppError('session.over');
    }
    return live;
  }

  #note(actor: Actor, { record }: Live, detail: Record<string, unknown>): Promise<void> {
    return this.#deps.audit.writeAlone(actor, {
      action: 'session.watched',
      object: objectOf(record),
      detail,
    });
  }
}
