import type { SettingKey } from '@jadegate/contract/platform/setting';
import { NOTIFICATION_WORDS, type NotificationKind } from '@jadegate/contract/words/letters';
import * as z from 'zod';

import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Meter } from '../../kernel/meter.ts';
import type { Piece, PieceEnd, WorkKind, WorkOutcome } from '../../work/work-kind.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { PeopleDirectory } from '../people/people.interface.ts';
import type { SettingService } from '../setting/setting.service.ts';
import { composeLetter } from './notification-letter.ts';

export type LetterMeter = Meter<'letter', 'sent' | 'failed' | 'given-up' | 'dropped'>;

interface Dependencies {
  users: PeopleDirectory;
  settings: Pick<SettingService, 'get'>;
  mail: Pick<MailService, 'route' | 'send'>;
  meter: LetterMeter;
  logger: Logger;
}

const KINDS = Object.keys(NOTIFICATION_WORDS) as [NotificationKind, ...NotificationKind[]];

const Input = z.discriminatedUnion('is', [
  /** What happened to somebody's account: written when it is sent, to the address the person has then, unless one is named. */
  z.object({
    is: z.literal('notification'),
    kind: z.enum(KINDS),
    userId: z.string(),
    to: z.string().optional(),
    happening: z.object({ address: z.string(), userAgent: z.string() }),
    at: z.number(),
  }),
  /** Written already. */
  z.object({
    is: z.literal('letter'),
    kind: z.string(),
    letter: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
  }),
]);
export type LetterInput = z.infer<typeof Input>;

const SWITCHES = {
  'new-device-login': 'notify-new-device',
  'password-changed': 'notify-account-change',
  'password-reset': 'notify-account-change',
  'mail-changed': 'notify-account-change',
  'factor-changed': 'notify-account-change',
  'factor-reset': 'notify-account-change',
  'passkey-added': 'notify-account-change',
  'passkey-removed': 'notify-account-change',
  'passkey-copied': 'notify-account-change',
  'ssh-key-added': 'notify-account-change',
  'ssh-ticket-created': 'notify-account-change',
  'locked-out': 'notify-lockout',
  'reauthentication-failed': 'notify-lockout',
} as const satisfies Record<NotificationKind, SettingKey>;

/** A letter about one's account is worth a few tries, not an archive. */
const RETRY_AFTER_MS = [30 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];
/** What could not be delivered is listed so long. */
const KEPT_MS = 30 * DAY_MS;

/** Hands letters to the mail server: each once over all servers, and again when that does not take it. */
export class LetterKind implements WorkKind<LetterInput, 'sent' | 'unwanted'> {
  readonly name = 'letter';
  readonly input = Input;
  /** Mail servers count connections; those to one address come one after the other. */
  readonly limits = { perProcess: 2, overall: 4, perKey: 1 };
  readonly tries = {
    most: RETRY_AFTER_MS.length + 1,
    backOffMs: (attempt: number) => RETRY_AFTER_MS[attempt - 1] ?? 0,
  };
  /** Else whoever may cancel work could keep people from hearing of what was done to their accounts. */
  readonly canCancel = false;
  readonly afterDeath = 'again';
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  keptMs(outcome: WorkOutcome): number {
    return outcome === 'failed' || outcome === 'timed-out' ? KEPT_MS : 0;
  }

  deadlineMs(): number {
    return 2 * MINUTE_MS;
  }

  async run({ input, attempt }: Piece<LetterInput>): Promise<'sent' | 'unwanted'> {
    const { mail, meter, logger } = this.#deps;
    const route = await mail.route();
    const letter = route && (await this.#write(input, route.name));
    if (!route || !letter) {
      return 'unwanted';
    }
    try {
      const resultOf = (failure: object | undefined) => (failure ? 'failed' : 'sent');
      await meter.measure('letter', resultOf, () => mail.send(letter, route));
      return 'sent';
    } catch (error) {
      const isLast = attempt >= this.tries.most || !this.isWorthAnother(error);
      const who = input.is === 'notification' ? { userId: input.userId } : {};
      const line = { kind: input.kind, ...who, tries: attempt, reason: reasonOf(error) };
      logger[isLast ? 'warn' : 'info'](
        line,
        isLast ? 'a notification was given up' : 'a notification will be tried again',
      );
      throw error;
    }
  }

  isWorthAnother(error: unknown): boolean {
    return !(error instanceof AppError && error.code === 'mail.recipient_refused');
  }

  async afterEnd(_piece: Piece<LetterInput>, { outcome }: PieceEnd): Promise<void> {
    if (outcome === 'failed' || outcome === 'timed-out') {
      this.#deps.meter.observe('letter', 'given-up', 0);
    }
  }

  async #write(input: LetterInput, product: string) {
    const { users, settings } = this.#deps;
    if (input.is === 'letter') {
      return input.letter;
    }
    const { kind, userId, happening, at } = input;
    if (!(await settings.get(SWITCHES[kind]))) {
      return undefined;
    }
    const user = await users.get(userId);
    const to = input.to ?? user.mail;
    return to === '' ? undefined : { to, ...composeLetter(kind, { user, happening, at, product }) };
  }
}

/** The code, not the error: what a mail server says may repeat what it was sent. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 100) : 'unknown';
}
