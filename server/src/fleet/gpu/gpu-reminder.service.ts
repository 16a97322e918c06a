import type { GpuReminder, GpuRemindInput } from '@jadegate/contract/fleet/gpu';
import { translate, type Language } from '@jadegate/contract/language';
import { GPU_REMINDER_WORDS } from '@jadegate/contract/words/gpu-reminder';
import { LETTER_WORDS } from '@jadegate/contract/words/letters';

import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { MailService } from '../../platform/mail/mail.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { LiveSessionService } from '../../session/session/live-session.service.ts';
import type { GpuProcessRepository, ProcessRecord } from './gpu-process.repository.ts';
import type { GpuRecord, GpuRepository } from './gpu.repository.ts';
import { about, nameOf } from './gpu.service.ts';

interface Dependencies {
  audit: AuditService;
  gpus: GpuRepository;
  gpuProcesses: GpuProcessRepository;
  users: Pick<UserService, 'get'>;
  mail: Pick<MailService, 'route'>;
  notifications: Pick<NotificationService, 'post'>;
  liveSessions: Pick<LiveSessionService, 'listOf'>;
}

/** The language of a person who is not there is not known. */
const LETTER_LANGUAGE: Language = 'zh-TW';

/** Tells people that their processes hold cards: by mail, and in the terminals they have open. */
export class GpuReminderService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async remind(actor: Actor, { gpuIds, text }: GpuRemindInput): Promise<GpuReminder[]> {
    const { audit, gpus, gpuProcesses, users } = this.#deps;
    const records = await gpus.listByIds(gpuIds);
    const processes = await gpuProcesses.listOf(records.map(({ id }) => id));
    const people = new Map(
      processes.flatMap((one) => (one.user_id === null || one.username === null ? [] : [[one.user_id, one]])),
    );
    if (people.size === 0) {
      throw new AppError('gpu.nobody');
    }
    const { nickname } = await users.get(actor.userId);
    const from = nickname || actor.username;
    const reminders: GpuReminder[] = [];
    for (const [id, { username, nickname: name }] of people) {
      const held = heldBy(id, records, processes);
      const isTold = this.#tell(id, from, held, text);
      const isSent = await this.#write(id, from, held, text);
      const way = isTold && isSent ? 'both' : isTold ? 'session' : isSent ? 'mail' : 'none';
      reminders.push({ person: { id, username: username ?? '', nickname: name ?? '' }, way });
    }
    const told = reminders.map(({ person, way }) => ({ user: person.username, way }));
    for (const record of records) {
      await audit.writeAlone(actor, {
        action: 'gpu.reminded',
        object: about(record),
        detail: { people: told, ...(text !== '' && { text }) },
      });
    }
    return reminders;
  }

  /** Whether they sit at a terminal that this process holds. */
  #tell(userId: string, from: string, held: readonly GpuRecord[], text: string): boolean {
    const there = this.#deps.liveSessions.listOf(userId).filter(({ stream }) => stream.hasClient);
    for (const { stream, actor } of there) {
      const names = held.map(nameOf).join('、');
      const line = translate(GPU_REMINDER_WORDS.line, actor.language, { names, text }).trim();
      stream.notify({ kind: 'message', text: `${from}：${line}`, from });
    }
    return there.length > 0;
  }

  /** Whether a letter is on its way. */
  async #write(userId: string, from: string, held: readonly GpuRecord[], text: string): Promise<boolean> {
    const { users, mail, notifications } = this.#deps;
    const user = await users.get(userId);
    const route = await mail.route();
    if (!route || user.mail === '') {
      return false;
    }
    const words = (sentence: Parameters<typeof say>[0], params = {}) =>
      translate(sentence, LETTER_LANGUAGE, params);
    const lines = [
      words(LETTER_WORDS.greeting, { name: user.nickname || user.username }),
      '',
      words(GPU_REMINDER_WORDS.text, { from }),
      '',
      ...held.map((record) => `- ${nameOf(record)}`),
      ...(text === '' ? [] : ['', text]),
      '',
      words(LETTER_WORDS.closing, { product: route.name }),
      '',
    ];
    const about = words(GPU_REMINDER_WORDS.subject);
    const subject = words(LETTER_WORDS.subject, { product: route.name, subject: about });
    notifications.post('gpu-reminder', { to: user.mail, subject, text: lines.join('\n') }, route);
    return true;
  }
}

function heldBy(userId: string, records: readonly GpuRecord[], processes: readonly ProcessRecord[]) {
  const own = new Set(processes.filter((one) => one.user_id === userId).map(({ gpu_id }) => gpu_id));
  return records.filter(({ id }) => own.has(id));
}
