import type { Notice, Participant } from '@jadegate/contract/session-notice';

import type { GuacdConnection, GuacdEnd } from '../../protocols/guacd/connection.ts';
import type { DesktopRights } from '../../protocols/guacd/parameters.ts';
import type { DesktopSize } from '../../recorders/desktop/keyframe.ts';
import type { DesktopWriter } from '../../recorders/desktop/writer.ts';
import type { StreamOpening } from '../session/session-kind.ts';
import type { SessionClient, SessionStream } from '../session/session-stream.ts';
import { DesktopAudience } from './desktop-audience.ts';
import { desktopClient } from './desktop-client.ts';
import { DesktopRelay } from './desktop-relay.ts';

interface Parts extends Pick<StreamOpening, 'onActivity' | 'onEnd'> {
  connection: GuacdConnection;
  /** Another look at the same desktop. */
  join: () => Promise<GuacdConnection>;
  writer: DesktopWriter | undefined;
  size: DesktopSize;
  rights: DesktopRights;
  onGuacdEnd: (end: GuacdEnd) => void;
  /** Something that nobody waits for went wrong. */
  onTrouble: (error: unknown) => void;
  /** What was opened for this desktop beside the connection. */
  release: () => void;
}

/** A desktop as a session carries it: the one who controls it, at the relay, and those who watch. */
export class DesktopStream implements SessionStream {
  readonly recording: DesktopWriter | undefined;
  readonly #release: () => void;
  readonly #audience: DesktopAudience;
  readonly #relay: DesktopRelay;
  #participants: readonly Participant[] = [];
  #isOver = false;

  constructor(parts: Parts) {
    this.recording = parts.writer;
    this.#release = parts.release;
    this.#audience = new DesktopAudience(parts);
    this.#relay = new DesktopRelay({ ...parts, audience: this.#audience });
  }

  get size(): DesktopSize {
    return this.#relay.size;
  }

  get hasClient(): boolean {
    return this.#relay.client !== undefined;
  }

  get participants(): readonly Participant[] {
    return this.#participants;
  }

  control(client: SessionClient): void {
    this.#relay.control(desktopClient(client));
  }

  watch(client: SessionClient): Promise<void> {
    return this.#audience.watch(desktopClient(client));
  }

  release(left: SessionClient): boolean {
    const client = desktopClient(left);
    return this.#relay.release(client) || this.#audience.release(client);
  }

  dismiss(): void {
    // Nobody but its person does anything in a desktop.
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
    this.notify(notice);
  }

  applyDecision(): void {
    // Filters are for what is typed into terminals.
  }

  async close(reason: string, code?: number): Promise<void> {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#audience.close(reason, code);
      this.#relay.close(reason, code);
      this.#release();
    }
    await this.recording?.close();
  }

  /** The writer has caught up. */
  onDrain(): void {
    this.#relay.regulate();
  }
}
