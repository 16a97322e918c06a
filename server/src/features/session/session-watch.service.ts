import { DROPPED } from '@jadegate/contract/terminal-socket';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { LiveSessionService } from './live-session.service.ts';
import { objectOf, type Live } from './live-session.ts';
import type { Observer } from './observer.ts';
import type { TerminalClient } from './terminal-client.ts';
import { WatcherRights } from './watcher-rights.ts';

export { objectOf, type Live } from './live-session.ts';
export { flagsOf } from './session.present.ts';
export type { SessionClient } from './live-session.ts';

/** A browser that wants to watch. */
export interface WatchingClient extends TerminalClient {
  onClose(listener: () => void): void;
}

interface Dependencies {
  live: LiveSessionService;
  screens: Screens;
  audit: AuditService;
  logins: LoginService;
  roles: RoleService;
  clock: Clock;
  logger: Logger;
}

/** In a flood the screen is old before it is known; after so many tries the observer is too slow for it. */
const TRIES = 5;

/** What an administrator does to a live session without being in it: looking on, and saying something. */
export class SessionWatchService {
  readonly #on: Dependencies;
  readonly #rights: WatcherRights;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#rights = new WatcherRights(dependencies);
  }

  /** Shows the screen as it is, then what happens to it. Beginning and end are on record. */
  async watch(actor: Actor, id: string, client: WatchingClient): Promise<void> {
    const live = this.#find(id);
    const startedAt = this.#on.clock.now();
    let isHere = true;
    const started = this.#note(actor, live, { phase: 'started' });
    this.#rights.add(client, actor);
    client.onClose(() => {
      isHere = false;
      this.#rights.remove(client);
      live.terminal.release(client);
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
    await this.follow(live, client);
  }

  /** Shows the screen as it is, then what happens to it, until either is gone. Whether one may is decided before. */
  async follow(live: Live, client: TerminalClient): Promise<void> {
    client.send({ type: 'connected' });
    await this.#catchUp(live, live.terminal.observe(client));
  }

  /** The person sees it at once. It is no part of the recording, so the audit log keeps the words. */
  async message(actor: Actor, id: string, text: string): Promise<void> {
    const live = this.#find(id);
    if (!live.terminal.hasClient) {
      throw new AppError('session.nobody_there');
    }
    const object = objectOf(live.record);
    await this.#on.audit.writeAlone(actor, { action: 'session.messaged', object, detail: { text } });
    live.terminal.tell(`${actor.username}：${text}`);
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

  async #catchUp(live: Live, observer: Observer): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      observer.wait();
      const { writer, terminal } = live;
      // What was not recorded cannot be replayed: the end of it is all there is.
      if (!writer || writer.hasFailed) {
        observer.begin({ size: terminal.size, bytes: terminal.tail });
        return;
      }
      const { bytes } = writer;
      await writer.settle();
      if (writer.hasFailed) {
        continue;
      }
      const screen = await this.#on.screens.of(this.#on.live.folderOf(live.record.id), { bytes });
      if (!observer.hasMissed) {
        observer.begin(screen);
        return;
      }
    }
    live.terminal.release(observer.client);
    observer.client.drop(DROPPED.tooSlow);
  }
}
