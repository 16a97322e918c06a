import type { Notice, Participant } from '@jadegate/contract/session/session-notice';

import type { Clock } from '../../kernel/clock.ts';
import type { FileTree } from '../../protocols/files/file-tree.ts';
import type { GuacdConnection, GuacdEnd } from '../../protocols/guacd/connection.ts';
import type { DesktopRights } from '../../protocols/guacd/parameters.ts';
import type { DesktopSize } from '../../recorders/desktop/keyframe.ts';
import type { DesktopWriter } from '../../recorders/desktop/writer.ts';
import type { StreamOpening } from '../session/session-kind.ts';
import type {
  Guest,
  SessionClient,
  SessionPreview,
  SessionStream,
  StreamDecision,
  Traffic,
} from '../session/session-stream.ts';
import type { ActLog } from './act-log.ts';
import { DesktopActs } from './desktop-acts.ts';
import { DesktopAudience } from './desktop-audience.ts';
import { desktopClient, type DesktopClient } from './desktop-client.ts';
import { DesktopRelay } from './desktop-relay.ts';

interface Parts extends Pick<StreamOpening, 'onActivity' | 'onEnd' | 'person'> {
  connection: GuacdConnection;
  /** Another look at the same desktop. */
  join: () => Promise<GuacdConnection>;
  clock: Clock;
  writer: DesktopWriter | undefined;
  size: DesktopSize;
  /** What may be done as long as it is open; some of it may be taken away. */
  rights: DesktopRights;
  log: ActLog;
  keepsClipboard: boolean;
  keepsTyped: boolean;
  onGuacdEnd: (end: GuacdEnd) => void;
  /** So much was recorded. */
  onRecorded: (bytes: number) => void;
  /** Something that nobody waits for went wrong. */
  onTrouble: (error: unknown) => void;
  /** What was opened for this desktop beside the connection. */
  release: () => void;
  /** Of the drive, where there is one. */
  files: (() => Promise<FileTree>) | undefined;
  /** What its person is to be told as soon as they are there. */
  greetings: string[];
}

const NO_RIGHTS: DesktopRights = { copy: false, paste: false };

/** A desktop as a session carries it: those who act in it, at the relay, and those who watch. */
export class DesktopStream implements SessionStream {
  readonly recording: DesktopWriter | undefined;
  readonly #deps: Parts;
  readonly files?: () => Promise<FileTree>;
  readonly #audience: DesktopAudience;
  readonly #acts: DesktopActs;
  readonly #relay: DesktopRelay;
  #rights: DesktopRights;
  /** Undefined as long as nobody ever was. */
  #participants: readonly Participant[] | undefined;
  #watchers: readonly Participant[] | undefined;
  #isOver = false;

  constructor(parts: Parts) {
    this.recording = parts.writer;
    this.#deps = parts;
    this.#rights = parts.rights;
    if (parts.files) {
      this.files = parts.files;
    }
    this.#audience = new DesktopAudience(parts);
    this.#acts = new DesktopActs(parts);
    this.#relay = new DesktopRelay({
      ...parts,
      audience: this.#audience,
      acts: this.#acts,
      rights: () => (parts.log.isFull ? NO_RIGHTS : this.#rights),
    });
  }

  get size(): DesktopSize {
    return this.#relay.size;
  }

  get traffic(): Traffic {
    return this.#relay.traffic;
  }

  get hasClient(): boolean {
    return this.#relay.client !== undefined;
  }

  get participants(): readonly Participant[] {
    return this.#participants ?? [];
  }

  control(client: SessionClient): void {
    this.#relay.control(desktopClient(client));
    // Whoever comes back does not know who came or went in the meantime.
    this.#tellParticipants(desktopClient(client));
    if (this.#watchers) {
      this.notify({ kind: 'watched', text: '', participants: this.#watchers });
    }
    for (const text of this.#deps.greetings.splice(0)) {
      this.notify({ kind: 'message', text });
    }
  }

  watch(arrived: SessionClient, guest?: Guest): Promise<void> {
    const client = desktopClient(arrived);
    this.#tellParticipants(client);
    const seen = this.#audience.watch(client);
    if (guest) {
      this.#relay.admit(client, guest);
    }
    return seen;
  }

  release(left: SessionClient): boolean {
    const client = desktopClient(left);
    this.#relay.dismiss(client);
    return this.#relay.release(client) || this.#audience.release(client);
  }

  dismiss(): void {
    // Nobody is asked anything at a desktop; what a guest held down was let go when their client left.
  }

  notify(notice: Notice): void {
    this.#relay.notify(notice);
  }

  setParticipants(notice: Notice & { participants: readonly Participant[] }): void {
    this.#participants = notice.participants;
    this.#relay.notify(notice);
    this.#audience.notify(notice);
  }

  setWatchers(notice: Notice & { participants: readonly Participant[] }): void {
    this.#watchers = notice.participants;
    this.notify(notice);
  }

  /** guacd was told at the beginning what may not be done: a right that comes back does with the next session. */
  applyDecision({ flags }: StreamDecision): void {
    const { copy, paste, ...rest } = this.#deps.rights;
    this.#rights = { ...rest, copy: copy && flags.copy, paste: paste && flags.paste };
  }

  readonly preview = async (): Promise<SessionPreview> => this.#audience.previews.preview;

  readonly drawing = (): Promise<Buffer> => this.#audience.previews.drawing();

  async close(reason: string, code?: number): Promise<void> {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#audience.close(reason, code);
      this.#relay.close(reason, code);
      this.#deps.release();
      await this.#acts.close();
    }
    await this.recording?.close();
  }

  #tellParticipants(client: DesktopClient): void {
    if (this.#participants) {
      client.notify({ kind: 'participants', text: '', participants: this.#participants });
    }
  }

  /** The writer has caught up. */
  onDrain(): void {
    this.#relay.regulate();
  }
}
