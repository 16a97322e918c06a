import type { ScreenPicture, SessionScreen } from '@jadegate/contract/session-screen';

import type { Actor } from '../../kernel/actor.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { Painter } from '../../recorders/terminal/painter.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { LiveSessionService } from './live-session.service.ts';
import type { Live } from './live-session.ts';

interface Dependencies {
  live: LiveSessionService;
  screens: Screens;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
}

/** The last picture of a terminal, and how far into its output that was. */
interface Painted {
  picture: ScreenPicture;
  version: string;
  output: number;
  /** False when some of the output was missed: the screen may not be quite right. */
  isExact: boolean;
  paintedAt: number;
  askedAt: number;
}

type Fresh = Pick<Painted, 'isExact' | 'version' | 'picture'>;

/** However many people look on, a terminal is painted no more often than this. */
const FRESH_MS = SECOND_MS;
/** Nobody looks any more: the terminal that was kept for the next picture goes. */
const FORGOTTEN_MS = 30 * SECOND_MS;
/** The wall asks every few seconds for one viewing: within this it is one entry of the audit log. */
const ONE_VIEWING_MS = 10 * MINUTE_MS;

/** Little pictures of live terminals, for the wall. Looking is on record; the person in the session is not told. */
export class SessionScreenService {
  readonly #on: Dependencies;
  readonly #painted = new Map<string, Painted>();
  readonly #painting = new Map<string, Promise<Painted>>();
  readonly #viewings = new Map<string, number>();
  readonly #painter = new Painter(() => this.#painted.clear());

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
  }

  async list(actor: Actor, ids: readonly string[], known: readonly string[]): Promise<SessionScreen[]> {
    const lives = ids.map((id) => ({ id, live: this.#find(id) }));
    await this.#note(
      actor,
      lives.flatMap(({ live }) => live ?? []),
    );
    this.#forgetUnseen();
    return Promise.all(
      lives.map(async ({ id, live }): Promise<SessionScreen> => {
        if (!live) {
          return { id, state: 'over', version: '' };
        }
        try {
          const { version, picture } = await this.#latest(live);
          return { id, state: 'live', version, ...(!known.includes(version) && { picture }) };
        } catch (error) {
          // One that cannot be painted must not take the others off the wall.
          this.#on.logger.warn({ err: error, sessionId: id }, 'a terminal could not be painted');
          return { id, state: 'none', version: '' };
        }
      }),
    );
  }

  async close(): Promise<void> {
    await this.#painter.close();
  }

  #find(id: string): Live | undefined {
    const live = this.#on.live.find(id);
    return live?.ending ? undefined : live;
  }

  async #latest(live: Live): Promise<Painted> {
    const { id } = live.record;
    const now = this.#on.clock.now();
    const last = this.#painted.get(id);
    if (last) {
      last.askedAt = now;
      const isRight = last.version === versionOf(live, last.isExact) && (last.isExact || !isRecorded(live));
      if (isRight || now - last.paintedAt < FRESH_MS) {
        return last;
      }
    }
    const painting =
      this.#painting.get(id) ?? this.#paint(live, last).finally(() => this.#painting.delete(id));
    this.#painting.set(id, painting);
    return painting;
  }

  async #paint(live: Live, last: Painted | undefined): Promise<Painted> {
    const { record, terminal } = live;
    const output = terminal.outputBytes;
    // Everything up to its first wait belongs to this moment of the output.
    const painted = last ? await this.#add(live, last) : await this.#begin(live);
    const now = this.#on.clock.now();
    const result = { ...painted, output, paintedAt: now, askedAt: now };
    this.#painted.set(record.id, result);
    return result;
  }

  #add(live: Live, last: Painted): Promise<Fresh> {
    const { record, terminal } = live;
    const { size, tail } = terminal;
    const missing = terminal.outputBytes - last.output;
    const add = async (bytes: Uint8Array, isExact: boolean) => {
      const version = versionOf(live, isExact);
      return { isExact, version, picture: await this.#painter.add(record.id, size, bytes) };
    };
    if (missing > tail.length) {
      // A flood: what fell out of memory has scrolled away. Reading it again each time would cost too much.
      return add(tail, false);
    }
    return last.isExact || !isRecorded(live)
      ? add(tail.subarray(tail.length - missing), last.isExact)
      : this.#begin(live);
  }

  /** From the recording, which knows everything; without one, from the end of the output that is still there. */
  async #begin(live: Live): Promise<Fresh> {
    const { terminal, writer, record } = live;
    const { size, tail, outputBytes } = terminal;
    if (writer && !writer.hasFailed) {
      const version = versionOf(live, true);
      const { bytes } = writer;
      await writer.settle();
      if (!writer.hasFailed) {
        const screen = await this.#on.screens.of(this.#on.live.folderOf(record.id), { bytes });
        return { isExact: true, version, picture: await this.#painter.begin(record.id, screen) };
      }
    }
    const isExact = tail.length === outputBytes;
    const version = versionOf(live, isExact);
    return { isExact, version, picture: await this.#painter.begin(record.id, { size, bytes: tail }) };
  }

  /** One entry names everything on the wall: at the beginning, when something new is on it, and every few minutes. */
  async #note(actor: Actor, lives: readonly Live[]): Promise<void> {
    const now = this.#on.clock.now();
    for (const [key, since] of this.#viewings) {
      if (now - since >= ONE_VIEWING_MS) {
        this.#viewings.delete(key);
      }
    }
    const keys = lives.map(({ record }) => viewing(actor, record.id));
    if (keys.every((key) => this.#viewings.has(key))) {
      return;
    }
    const sessions = lives.map(({ record }) => ({
      id: record.id,
      user: record.user_name,
      asset: record.asset_name,
    }));
    const object = { type: 'session', id: '', name: '' };
    await this.#on.audit.writeAlone(actor, { action: 'session.wall-viewed', object, detail: { sessions } });
    for (const key of keys) {
      this.#viewings.set(key, now);
    }
  }

  #forgetUnseen(): void {
    const now = this.#on.clock.now();
    const unseen = [...this.#painted].filter(
      ([id, { askedAt }]) => now - askedAt > FORGOTTEN_MS || !this.#on.live.find(id),
    );
    if (unseen.length > 0) {
      const ids = unseen.map(([id]) => id);
      for (const id of ids) {
        this.#painted.delete(id);
      }
      // It only frees memory: nobody waits for it, and a thread that ended has forgotten anyway.
      void this.#painter.forget(ids).catch(() => undefined);
    }
  }
}

function isRecorded({ writer }: Live): boolean {
  return writer !== undefined && !writer.hasFailed;
}

/** Says which session, so that a picture is never taken for that of another. */
function versionOf({ record, terminal }: Live, isExact: boolean): string {
  const { cols, rows } = terminal.size;
  return [record.id, terminal.outputBytes, `${cols}x${rows}`, isExact ? 'exact' : 'near'].join('.');
}

function viewing({ userId, loginId, accessToken }: Actor, sessionId: string): string {
  return [userId, loginId ?? accessToken?.id ?? '', sessionId].join(' ');
}
