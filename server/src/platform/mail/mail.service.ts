import { leadsElsewhere } from '@jadegate/contract/access/destination';
import { translate } from '@jadegate/contract/language';
import type { SettingsInput } from '@jadegate/contract/platform/setting';
import { LETTER_WORDS } from '@jadegate/contract/words/letters';
import { createTransport, type Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import { Secret } from '../../kernel/secret.ts';
import { connectTcp } from '../../protocols/dial/tcp.ts';
import type { AuditService } from '../audit/audit.service.ts';
import {
  MAIL_PORTS,
  mailDestination,
  mailServerWith,
  type SettingService,
} from '../setting/setting.service.ts';
import { mailFailure } from './mail-failure.ts';

export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Everything needed to reach the mail server. */
export interface MailRoute {
  host: string;
  port: number;
  security: 'none' | 'starttls' | 'tls';
  username: string;
  password: Secret | undefined;
  from: string;
  /** Shown as the sender. */
  name: string;
}

const CONNECT_MS = 10 * SECOND_MS;
const SOCKET_MS = 20 * SECOND_MS;

/** Sends letters through the server that an administrator named. */
export class MailService {
  readonly #settings: SettingService;
  readonly #audit: AuditService;
  readonly #productName: () => Promise<string>;

  constructor(settings: SettingService, audit: AuditService, productName: () => Promise<string>) {
    this.#settings = settings;
    this.#audit = audit;
    this.#productName = productName;
  }

  /** Undefined until a server and a sender are set. */
  async route(): Promise<MailRoute | undefined> {
    const route = await this.#routeWith({});
    return route.host !== '' && route.from !== '' ? route : undefined;
  }

  /** Throws `mail.failed` with the reason. */
  async send(letter: Letter, route: MailRoute): Promise<void> {
    const transport = open(route);
    try {
      const { rejected } = await transport.sendMail({
        from: { name: route.name, address: route.from },
        // An object, not text: an address with a comma in it must not become two.
        to: { name: '', address: letter.to },
        subject: letter.subject,
        text: letter.text,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      if (rejected.length > 0) {
        throw new AppError('mail.recipient_refused', { params: { to: letter.to } });
      }
    } catch (error) {
      throw error instanceof AppError ? error : mailFailure(error, { ...route, to: letter.to });
    } finally {
      transport.close();
    }
  }

  /** With the saved settings, or with those given in their place. */
  async sendTest(actor: Actor, to: string, given: SettingsInput = {}): Promise<void> {
    const route = await this.#routeWith(given);
    if (route.host === '' || route.from === '') {
      const missing = route.host === '' ? 'mail-host' : 'mail-from';
      throw new AppError('mail.not_set', { fields: [missing] });
    }
    const { language } = actor;
    const subject = translate(LETTER_WORDS.subject, language, {
      product: route.name,
      subject: translate(LETTER_WORDS.testSubject, language),
    });
    const text = [
      translate(LETTER_WORDS.testText, language),
      '',
      translate(LETTER_WORDS.closing, language, { product: route.name }),
      '',
    ];
    const entry = {
      action: 'setting.mail-tested',
      object: { type: 'setting', id: 'mail', name: to },
      detail: { host: route.host, port: route.port },
    } as const;
    try {
      await this.send({ to, subject, text: text.join('\n') }, route);
    } catch (error) {
      await this.#audit.writeAlone(actor, { ...entry, result: 'failure' });
      throw error;
    }
    await this.#audit.writeAlone(actor, entry);
  }

  async #routeWith(given: SettingsInput): Promise<MailRoute> {
    const settings = this.#settings;
    const saved = {
      host: await settings.get('mail-host'),
      port: await settings.get('mail-port'),
      security: await settings.get('mail-security'),
    };
    const server = mailServerWith(saved, given);
    const { host, security, port } = server;
    const username = given['mail-username'] ?? (await settings.get('mail-username'));
    const from = given['mail-from'] ?? (await settings.get('mail-from'));
    return {
      host,
      port: port ?? MAIL_PORTS[security],
      security,
      username,
      password: await this.#password(
        given['mail-password'],
        leadsElsewhere(mailDestination(saved), mailDestination(server)),
      ),
      from: from === '' && username.includes('@') ? username : from,
      name: await this.#productName(),
    };
  }

  /** The stored password goes only to the server it was stored for. */
  async #password(given: string | null | undefined, isElsewhere: boolean): Promise<Secret | undefined> {
    if (given === null) {
      return undefined;
    }
    if (given) {
      return new Secret(given);
    }
    const stored = await this.#settings.getSecret('mail-password');
    if (stored && isElsewhere) {
      throw new AppError('setting.mail_password_needed', { fields: ['mail-password'] });
    }
    return stored;
  }
}

function open({
  host,
  port,
  security,
  username,
  password,
}: MailRoute): Transporter<SMTPTransport.SentMessageInfo> {
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(username !== '' && password && { auth: { user: username, pass: password.expose() } }),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // It would dial by itself, whatever the name leads to.
    getSocket: (_options, answer) => {
      connectTcp({ host, port }, AbortSignal.timeout(CONNECT_MS)).then(
        (connection) => answer(null, { connection }),
        (error: unknown) => answer(error as Error),
      );
    },
  });
}
