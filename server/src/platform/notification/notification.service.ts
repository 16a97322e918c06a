import { translate } from '@jadegate/contract/language';
import { NOTIFICATION_WORDS, type NotificationKind } from '@jadegate/contract/words/letters';

import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Logger } from '../../kernel/logger.ts';
import { Meter } from '../../kernel/meter.ts';
import type { WorkEngine } from '../../work/work-engine.ts';
import type { Letter, MailRoute, MailService } from '../mail/mail.service.ts';
import type { PeopleDirectory } from '../people/people.interface.ts';
import type { SettingService } from '../setting/setting.service.ts';
import { deviceOf } from './device.ts';
import { LetterKind, reasonOf, type LetterInput, type LetterMeter } from './letter.kind.ts';
import { NotificationRepository } from './notification.repository.ts';

/** From where the thing happened that somebody is told of. */
interface Happening {
  address: string;
  userAgent: string;
}

interface Dependencies {
  database: Database;
  users: PeopleDirectory;
  settings: Pick<SettingService, 'get'>;
  mail: Pick<MailService, 'route' | 'send'>;
  work: WorkEngine;
  clock: Clock;
  logger: Logger;
}

/** Beyond this something is badly wrong: a mail server that is away, or somebody who has letters written. */
const MOST_WAITING = 1000;
/** How many of the last logins from an address are looked at. */
const REMEMBERED_LOGINS = 200;

/** Tells people by mail what happened to their account, and sends what others have written. Never delays or fails what it tells of. */
export class NotificationService {
  readonly #deps: Dependencies;
  readonly #logins: NotificationRepository;
  readonly #kind: LetterKind;
  /** Of each try to hand a letter over. Nothing is lost without being told here. */
  readonly meter: LetterMeter = new Meter();
  readonly #adding = new Set<Promise<void>>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#logins = new NotificationRepository(dependencies.database);
    this.#kind = new LetterKind({ ...dependencies, meter: this.meter });
    dependencies.work.declare(this.#kind);
  }

  /**
   * To be called after the thing is done and stored. Answers at once. The letter goes to the address of the person,
   * unless another is named.
   */
  notify(userId: string, kind: NotificationKind, { address, userAgent }: Happening, to?: string): void {
    const at = this.#deps.clock.now();
    const happening = { address, userAgent };
    this.#add({ is: 'notification', kind, userId, happening, at, ...(to !== undefined && { to }) }, userId);
  }

  /** A letter that is written already, to whoever is named in it. */
  post(kind: string, letter: Letter, route: MailRoute): void {
    const { to, subject, text } = letter;
    // Where the database is away, which is what it may be about, it is sent from here, once.
    this.#add({ is: 'letter', kind, letter: { to, subject, text } }, to, () => this.#send(letter, route));
  }

  /**
   * Whether nobody signed in as this person from this address with this kind of browser before. A first login is not
   * news to the person. To be asked before the login is written down.
   */
  async isNewDevice(username: string, { address, userAgent }: Happening): Promise<boolean> {
    const { settings, mail } = this.#deps;
    if (!(await settings.get('notify-new-device')) || !(await mail.route())) {
      return false;
    }
    const known = await this.#logins.listUserAgents(username, address, REMEMBERED_LOGINS);
    const device = deviceOf(userAgent);
    return !known.some((one) => deviceOf(one) === device) && (await this.#logins.hasSignedIn(username));
  }

  /** Letters that wait for their turn or for another try, at all servers. */
  get waiting(): number {
    return this.#deps.work.waitingOf(this.#kind);
  }

  /** Resolves when nothing is on its way any more. Letters that wait for another try are not waited for. */
  async settled(): Promise<void> {
    await Promise.all(this.#adding);
    await this.#deps.work.settledOf(this.#kind);
  }

  async close(): Promise<void> {
    await Promise.all(this.#adding);
  }

  #add(input: LetterInput, fairKey: string, otherwise?: () => Promise<void>): void {
    const { database, work, logger } = this.#deps;
    if (this.waiting >= MOST_WAITING) {
      this.meter.observe('letter', 'dropped', 0);
      return;
    }
    // As the list of what goes on shows it.
    const subjectName =
      input.is === 'letter'
        ? input.letter.subject
        : translate(NOTIFICATION_WORDS[input.kind].subject, 'zh-TW');
    const order = { subject: newId(), subjectName, fairKey, input };
    const added: Promise<void> = database
      .transact((tx) => work.add(this.#kind, order, tx))
      .then(() => undefined)
      .catch(async (error: unknown) => {
        logger.warn({ kind: input.kind, reason: reasonOf(error) }, 'a notification could not be put in line');
        if (!otherwise) {
          this.meter.observe('letter', 'dropped', 0);
        }
        await otherwise?.();
      })
      .catch(() => this.meter.observe('letter', 'given-up', 0))
      .finally(() => this.#adding.delete(added));
    this.#adding.add(added);
  }

  async #send(letter: Letter, route: MailRoute): Promise<void> {
    const resultOf = (failure: object | undefined) => (failure ? 'failed' : 'sent');
    await this.meter.measure('letter', resultOf, () => this.#deps.mail.send(letter, route));
  }
}
