import type { SettingKey } from '@jadegate/contract/setting';
import type { NotificationKind } from '@jadegate/contract/words/letters';

import type { Database } from '../../db/database.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { Meter } from '../../kernel/meter.ts';
import type { Letter, MailRoute, MailService } from '../mail/mail.service.ts';
import type { SettingService } from '../setting/setting.service.ts';
import type { UserService } from '../user/user.service.ts';
import { deviceOf } from './device.ts';
import { compose } from './notification-letter.ts';
import { NotificationRepository } from './notification.repository.ts';

export type { NotificationKind };

/** From where the thing happened that somebody is told of. */
export interface Happening {
  address: string;
  userAgent: string;
}

interface Dependencies {
  database: Database;
  users: Pick<UserService, 'get'>;
  settings: Pick<SettingService, 'get'>;
  mail: Pick<MailService, 'route' | 'send'>;
  clock: Clock;
  logger: Logger;
}

interface Occurrence {
  userId: string;
  kind: NotificationKind;
  /** Not there: the address the person has when it is sent. */
  to: string | undefined;
  happening: Happening;
  at: number;
}

interface Waiting {
  /** What the log says of it. */
  line: { kind: string; userId?: string };
  deliver: () => Promise<void>;
  tries: number;
}

const SWITCHES = {
  'new-device-login': 'notify-new-device',
  'password-changed': 'notify-account-change',
  'password-reset': 'notify-account-change',
  'mail-changed': 'notify-account-change',
  'factor-changed': 'notify-account-change',
  'factor-reset': 'notify-account-change',
  'locked-out': 'notify-lockout',
  'reauthentication-failed': 'notify-lockout',
} as const satisfies Record<NotificationKind, SettingKey>;

/** A letter about one's account is worth a few tries, not an archive. */
const RETRY_AFTER_MS = [30 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];
/** Beyond this something is badly wrong, and memory matters more than letters. */
const MOST_WAITING = 1000;
/** How many of the last logins from an address are looked at. */
const REMEMBERED_LOGINS = 200;

/** Tells people by mail what happened to their account, and sends what others have written. Never delays or fails what it tells of. */
export class NotificationService {
  readonly #on: Dependencies;
  readonly #logins: NotificationRepository;
  /** Of each try to hand a letter over. Nothing is lost without being told here. */
  readonly meter = new Meter<'letter', 'sent' | 'failed' | 'given-up' | 'dropped'>();
  readonly #waiting: Waiting[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #work: Promise<void> | undefined;
  #isClosed = false;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#logins = new NotificationRepository(dependencies.database);
  }

  /**
   * To be called after the thing is done and stored. Answers at once. The letter goes to the address of the person,
   * unless another is named.
   */
  notify(userId: string, kind: NotificationKind, { address, userAgent }: Happening, to?: string): void {
    const happening = { address, userAgent };
    const at = this.#on.clock.now();
    const deliver = () => this.#deliver({ userId, kind, to, happening, at });
    this.#queue({ line: { kind, userId }, deliver, tries: 0 });
  }

  /** A letter that is written already, to whoever is named in it. */
  post(kind: string, letter: Letter, route: MailRoute): void {
    this.#queue({ line: { kind }, deliver: () => this.#send(letter, route), tries: 0 });
  }

  /**
   * Whether nobody signed in as this person from this address with this kind of browser before. A first login is not
   * news to the person. To be asked before the login is written down.
   */
  async isNewDevice(username: string, { address, userAgent }: Happening): Promise<boolean> {
    const { settings, mail } = this.#on;
    if (!(await settings.get('notify-new-device')) || !(await mail.route())) {
      return false;
    }
    const known = await this.#logins.listUserAgents(username, address, REMEMBERED_LOGINS);
    const device = deviceOf(userAgent);
    return !known.some((one) => deviceOf(one) === device) && (await this.#logins.hasSignedIn(username));
  }

  /** Letters that wait for their turn or for another try. */
  get waiting(): number {
    return this.#waiting.length + this.#timers.size;
  }

  /** Resolves when nothing is on its way any more. Letters that wait for another try are not waited for. */
  async settled(): Promise<void> {
    while (this.#work) {
      await this.#work;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.length = 0;
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    await this.settled();
  }

  #queue(one: Waiting): void {
    if (this.#isClosed || this.#waiting.length >= MOST_WAITING) {
      this.meter.tell('letter', 'dropped', 0);
      return;
    }
    this.#waiting.push(one);
    this.#work ??= this.#drain().finally(() => {
      this.#work = undefined;
    });
  }

  async #drain(): Promise<void> {
    // Off the caller's turn, so that its answer goes out first.
    await new Promise((resolve) => setImmediate(resolve));
    for (let one = this.#waiting.shift(); one; one = this.#waiting.shift()) {
      await one.deliver().catch((error: unknown) => this.#failed(one, error));
    }
  }

  async #deliver({ userId, kind, to, happening, at }: Occurrence): Promise<void> {
    const { users, settings, mail } = this.#on;
    const route = await mail.route();
    if (!route || !(await settings.get(SWITCHES[kind]))) {
      return;
    }
    const user = await users.get(userId);
    const address = to ?? user.mail;
    if (address === '') {
      return;
    }
    const { subject, text } = compose(kind, { user, happening, at, product: route.name });
    await this.#send({ to: address, subject, text }, route);
  }

  async #send(letter: Letter, route: MailRoute): Promise<void> {
    const resultOf = (failure: object | undefined) => (failure ? 'failed' : 'sent');
    await this.meter.measure('letter', resultOf, () => this.#on.mail.send(letter, route));
  }

  #failed(one: Waiting, error: unknown): void {
    const { logger } = this.#on;
    const wait = RETRY_AFTER_MS[one.tries];
    const line = { ...one.line, tries: one.tries + 1, reason: reasonOf(error) };
    if (wait === undefined || this.#isClosed) {
      this.meter.tell('letter', 'given-up', 0);
      logger.warn(line, 'a notification was given up');
      return;
    }
    logger.info(line, 'a notification will be tried again');
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#queue({ ...one, tries: one.tries + 1 });
    }, wait);
    timer.unref();
    this.#timers.add(timer);
  }
}

/** The code, not the error: what a mail server says may repeat what it was sent. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 100) : 'unknown';
}
