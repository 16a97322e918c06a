import os from 'node:os';

import { translate, type SentenceParams } from '@jadegate/contract/language';
import { ALERT_MENUS, type AlertKind } from '@jadegate/contract/operations/alert';
import { ALERT_WORDS } from '@jadegate/contract/words/alerts';

import type { Database } from '../../db/database.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import type { EventOutbox } from '../../platform/event/event-outbox.service.ts';
import type { AlertWatch, Condition } from '../../platform/notice/alert-watch.interface.ts';
import type { OfferedNotice } from '../../platform/notice/notice.service.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import { composeAlert, onOneLine } from './alert-letter.ts';
import { noticeId, pageOf } from './alert-notice.ts';
import { AlertPost, type PostDependencies } from './alert-post.ts';
import { AlertRepository, type AlertRecord } from './alert.repository.ts';
import { DatabaseAlert } from './database-alert.ts';

interface Dependencies extends Omit<PostDependencies, 'alerts'> {
  database: Database;
  outbox: EventOutbox;
  logger: Logger;
  processes: Pick<ServerProcessService, 'diskId'>;
}

const ROUND_MS = 5 * SECOND_MS;
/** Looks come one after the other: one that hangs must not be the last of all. */
const LOOK_MS = 30 * SECOND_MS;
/** How often it is written down that something goes on. */
const SEEN_MS = MINUTE_MS;
/** What a server does not see for so long, it does not look at any more: it is gone. */
const STALE_MS = 10 * MINUTE_MS;
/**
 * What a server of the version before saw, which did not say whose it is, is not seen by one any more after this: it may
 * be on the same machine.
 */
const UNSAID_MS = 3 * SEEN_MS;
/** What happens again and again is told again after this. */
const TOLD_AGAIN_MS = 12 * HOUR_MS;
/** Without these nothing is recorded, or nothing works: what is badly the matter with them stays before everybody’s eyes. */
const URGENT: readonly AlertKind[] = ['disk', 'database'];
/** More of one kind would hide the page below them. */
const MOST_NOTICES = 3;

/**
 * The one place where something that is the matter is raised and cleared: told above the pages while it goes on, and by
 * one letter when it begins and one when it is over. What is told stands in the database, so that of several servers one
 * tells it, and a restart does not tell it again.
 */
export class AlertService {
  readonly #deps: Dependencies;
  readonly #alerts: AlertRepository;
  readonly #post: AlertPost;
  readonly #database: DatabaseAlert;
  /** For people. */
  readonly #server = os.hostname();
  /** What it sees is its own by its data directory: that stays over a restart, and another server here has another. */
  #owner = '';
  readonly #watches: AlertWatch[] = [];
  readonly #askedAt = new Map<AlertWatch, number>();
  readonly #rounds: PeriodicTask;
  #checking: Promise<void> = Promise.resolve();
  #told: readonly AlertRecord[] = [];

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#alerts = new AlertRepository(dependencies.database);
    this.#post = new AlertPost({ ...dependencies, alerts: this.#alerts });
    this.#database = new DatabaseAlert({ ...dependencies, post: this.#post, server: this.#server });
    this.#rounds = new PeriodicTask({
      everyMs: ROUND_MS,
      work: () => this.#inTurn(this.#watches.filter((watch) => this.#isDue(watch))),
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'alerts could not be looked after'),
    });
  }

  add(...watches: AlertWatch[]): void {
    this.#watches.push(...watches);
  }

  start(): void {
    runInBackground(this.#rounds.run(), 'alerts');
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#rounds.stop();
    await this.#rounds.settled();
    await this.#checking;
  }

  /** Looks now at what may have changed, or at everything. */
  async check(...kinds: AlertKind[]): Promise<void> {
    await this.#inTurn(this.#watches.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind)));
  }

  notices(): OfferedNotice[] {
    return this.#told
      .filter((row) => this.#told.filter(({ kind }) => kind === row.kind).indexOf(row) < MOST_NOTICES)
      .map((row) => ({
        id: noticeId(row),
        level: row.level,
        menus: ALERT_MENUS[row.kind],
        path: pageOf(row),
        canPutAway: row.level !== 'danger' || !URGENT.includes(row.kind),
        text: (language) =>
          translate(
            ALERT_WORDS[row.wording].text,
            language,
            onOneLine(JSON.parse(row.params) as SentenceParams),
          ),
      }));
  }

  #isDue(watch: AlertWatch): boolean {
    const asked = this.#askedAt.get(watch);
    return asked === undefined || Math.abs(this.#deps.clock.now() - asked) >= watch.everyMs;
  }

  /** One after the other: two looks at once would both find something new. */
  #inTurn(watches: readonly AlertWatch[]): Promise<void> {
    const turn = this.#checking.then(() => this.#look(watches));
    this.#checking = turn.catch(() => undefined);
    return turn;
  }

  async #look(watches: readonly AlertWatch[]): Promise<void> {
    if (!(await this.#database.check())) {
      return;
    }
    await this.#post.remember();
    // A disk that cannot be read may be what is the matter.
    this.#owner = await this.#deps.processes.diskId().catch(() => '');
    // Before anybody is asked: what is found after that is at least as new.
    const rows = await this.#alerts.list();
    const { changes } = this.#alerts;
    for (const watch of watches) {
      this.#askedAt.set(watch, this.#deps.clock.now());
      const known = rows.filter(({ kind }) => kind === watch.kind);
      await this.#ask(watch, known).catch((error: unknown) =>
        this.#deps.logger.warn(
          { err: error, kind: watch.kind },
          'whether something is the matter is not known',
        ),
      );
    }
    const present = this.#alerts.changes === changes ? rows : await this.#alerts.list();
    this.#told = present.filter((row) => row.told_at !== null && row.over_at === null);
  }

  async #ask(watch: AlertWatch, rows: readonly AlertRecord[]): Promise<void> {
    const isOn = await this.#post.isOn(watch.kind);
    const found = isOn ? await withTimeout(watch.check(), LOOK_MS) : [];
    for (const condition of found) {
      const row = rows.find(({ subject }) => subject === condition.subject);
      if (!row || this.#isOurs(row) || this.#isUnsaid(row)) {
        await this.#goesOn(watch, condition, row ?? (await this.#begin(watch, condition)));
      }
    }
    const gone = rows.filter(({ subject }) => !found.some((condition) => condition.subject === subject));
    for (const row of gone.filter((one) => this.#isOurs(one))) {
      await (isOn ? this.#isOver(watch, row) : this.#alerts.remove(row));
    }
  }

  /** What another server sees is for that one to clear, as long as it looks. */
  #isOurs(row: AlertRecord): boolean {
    const unseenMs = this.#deps.clock.now() - row.seen_at;
    const isKnown = row.server === '' || unseenMs > STALE_MS;
    return isKnown || (this.#isUnsaid(row) ? unseenMs > UNSAID_MS : row.owner === this.#owner);
  }

  /** By a server of the version before on this machine, which was perhaps this one. */
  #isUnsaid({ server, owner }: AlertRecord): boolean {
    return owner === '' && server === this.#server;
  }

  async #begin({ kind, seenBy }: AlertWatch, condition: Condition): Promise<AlertRecord> {
    const now = this.#deps.clock.now();
    const row: AlertRecord = {
      kind,
      subject: condition.subject,
      ...this.#seenBy(seenBy),
      ...stored(condition),
      since: now,
      seen_at: now,
      told_at: null,
      over_at: null,
    };
    await this.#alerts.insert(row);
    return row;
  }

  #seenBy(seenBy: AlertWatch['seenBy']): Pick<AlertRecord, 'server' | 'owner'> {
    return seenBy === 'all' ? { server: '', owner: '' } : { server: this.#server, owner: this.#owner };
  }

  async #goesOn({ holdMs, seenBy }: AlertWatch, condition: Condition, row: AlertRecord): Promise<void> {
    const { clock } = this.#deps;
    const now = clock.now();
    const { occasion = '' } = condition;
    const isWorse = condition.level === 'danger' && row.level === 'warning';
    const isNew = row.wording !== condition.wording || row.occasion !== occasion;
    const isAgain = row.occasion !== occasion && now - (row.told_at ?? 0) >= TOLD_AGAIN_MS;
    const isDue = row.told_at === null ? now - row.since >= holdMs.raise : isWorse || isAgain;
    const present = { ...stored(condition), ...this.#seenBy(seenBy) };
    const isOthers = row.owner !== present.owner;
    if (row.over_at !== null || isNew || isOthers || now - row.seen_at >= SEEN_MS) {
      await this.#alerts.update(row, { ...present, over_at: null, seen_at: now });
    }
    if (isDue && (await this.#claim(row, condition, now))) {
      this.#deps.logger.warn(
        { kind: row.kind, subject: row.subject, ...condition.params },
        'an alert was raised',
      );
      const lines = (await condition.detail?.()) ?? [];
      const about = { ...condition, server: present.server, since: row.since, lines };
      await this.#post.send(row.kind, present.readers, (language, product) =>
        composeAlert(about, language, product),
      );
    }
  }

  /** Answers whether it is for this server to tell; if so, those outside are told in the same moment. */
  #claim(row: AlertRecord, { subject, wording, level, params }: Condition, now: number): Promise<boolean> {
    const { database, outbox } = this.#deps;
    return database.transact(async (tx) => {
      const isOurs = await this.#alerts.claim(row, now, tx);
      if (isOurs) {
        const detail = { kind: row.kind, subject, wording, level, params };
        await outbox.add({ name: 'alert.raised', at: now, object: aboutOf(row), detail }, tx);
      }
      return isOurs;
    });
  }

  #clear(row: AlertRecord, now: number): Promise<boolean> {
    const { database, outbox } = this.#deps;
    return database.transact(async (tx) => {
      const isOurs = await this.#alerts.remove(row, tx);
      if (isOurs) {
        const { kind, subject, wording, since } = row;
        const detail = { kind, subject, wording, since: new Date(since).toISOString() };
        await outbox.add({ name: 'alert.cleared', at: now, object: aboutOf(row), detail }, tx);
      }
      return isOurs;
    });
  }

  async #isOver({ holdMs }: AlertWatch, row: AlertRecord): Promise<void> {
    const { clock, logger } = this.#deps;
    const now = clock.now();
    const isElsewhere = row.server !== '' && row.owner !== this.#owner && !this.#isUnsaid(row);
    if (row.told_at === null || isElsewhere) {
      // Nobody heard of it, or nobody knows how it ended.
      await this.#alerts.remove(row);
      return;
    }
    const until = row.over_at ?? now;
    if (row.over_at === null) {
      await this.#alerts.update(row, { over_at: until });
    }
    if (now - until >= holdMs.clear && (await this.#clear(row, now))) {
      logger.info({ kind: row.kind, subject: row.subject }, 'an alert was cleared');
      const { wording, server, since } = row;
      const about = { wording, server, since, until, params: JSON.parse(row.params) as SentenceParams };
      await this.#post.send(row.kind, row.readers, (language, product) =>
        composeAlert(about, language, product),
      );
    }
  }
}

function aboutOf({ kind, subject }: AlertRecord) {
  return { type: 'alert', id: kind, name: subject };
}

function stored({ wording, level, params, readers = '', occasion = '' }: Condition) {
  return { wording, level, params: JSON.stringify(params), readers, occasion };
}
