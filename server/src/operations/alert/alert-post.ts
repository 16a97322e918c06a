import type { Language } from '@jadegate/contract/language';
import { readMails } from '@jadegate/contract/mail-list';
import {
  ALERT_KINDS,
  ALERT_MENUS,
  ALERT_SWITCHES,
  type AlertKind,
} from '@jadegate/contract/operations/alert';

import type { RoleService } from '../../identity/role/role.service.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import type { Letter, MailRoute, MailService } from '../../platform/mail/mail.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import type { AlertRepository } from './alert.repository.ts';

export interface PostDependencies {
  alerts: AlertRepository;
  settings: Pick<SettingService, 'get'>;
  roles: Pick<RoleService, 'listHolders'>;
  mail: Pick<MailService, 'route'>;
  notifications: Pick<NotificationService, 'post'>;
  clock: Clock;
}

/** All that is needed to write to somebody. */
interface Known {
  at: number;
  route: MailRoute | undefined;
  language: Language;
  isOn: ReadonlyMap<AlertKind, boolean>;
  recipients: ReadonlyMap<AlertKind, readonly string[]>;
}

type Write = (language: Language, product: string) => Omit<Letter, 'to'>;

const REFRESH_MS = MINUTE_MS;
/** A database that hangs must not keep a letter about itself. */
const PATIENCE_MS = 5 * SECOND_MS;

/** Sends alerts to those in charge. What it needs for that it keeps in mind, for when the database is away. */
export class AlertPost {
  readonly #deps: PostDependencies;
  #known: Known | undefined;

  constructor(dependencies: PostDependencies) {
    this.#deps = dependencies;
  }

  /** To be called now and then, while the database is there. */
  async remember(): Promise<void> {
    const { clock } = this.#deps;
    if (!this.#known || Math.abs(clock.now() - this.#known.at) >= REFRESH_MS) {
      await this.#read();
    }
  }

  async isOn(kind: AlertKind): Promise<boolean> {
    return this.#deps.settings.get(ALERT_SWITCHES[kind]);
  }

  /** Readers as an alert has them. Answers when the letters are on their way, not when they have arrived. */
  async send(kind: AlertKind, readers: string, write: Write): Promise<void> {
    const known = await withTimeout(this.#read(), PATIENCE_MS).catch(() => this.#known);
    if (!known?.route || !known.isOn.get(kind) || readers === 'nobody') {
      return;
    }
    const { route, language, recipients } = known;
    const to = readers === '' ? recipients.get(kind) : await this.#deps.alerts.listMails([readers]);
    for (const address of to ?? []) {
      this.#deps.notifications.post(`alert ${kind}`, { to: address, ...write(language, route.name) }, route);
    }
  }

  async #read(): Promise<Known> {
    const { settings, mail, clock } = this.#deps;
    const listed = readMails(await settings.get('alert-recipients'));
    const isOn = new Map<AlertKind, boolean>();
    const recipients = new Map<AlertKind, readonly string[]>();
    for (const kind of ALERT_KINDS) {
      isOn.set(kind, await this.isOn(kind));
      recipients.set(kind, listed.length > 0 ? listed : await this.#listInCharge(kind));
    }
    const language = await settings.get('language');
    this.#known = { at: clock.now(), route: await mail.route(), language, isOn, recipients };
    return this.#known;
  }

  async #listInCharge(kind: AlertKind): Promise<string[]> {
    const { roles, alerts } = this.#deps;
    const holders = await Promise.all(ALERT_MENUS[kind].map((menu) => roles.listHolders(menu)));
    return alerts.listMails([...new Set(holders.flat())]);
  }
}
