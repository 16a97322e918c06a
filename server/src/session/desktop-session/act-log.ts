import type { StorageAction } from '@jadegate/contract/files/storage-log';
import type { DesktopAct } from '@jadegate/contract/session/desktop-act';

import type { StorageLogService } from '../../files/storage-log/storage-log.service.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import type { SessionRecord } from '../session/session-kind.ts';

/** So many may wait for the database, and so many a minute are written down. Beyond that nothing more is carried. */
const MAX_WAITING = 100;
const MAX_PER_MINUTE = 300;

const ACTIONS: Record<Exclude<DesktopAct['kind'], 'typed'>, StorageAction> = {
  copy: 'clipboard-copy',
  paste: 'clipboard-paste',
  upload: 'upload',
  download: 'download',
};

interface Parts {
  logs: Pick<StorageLogService, 'write'>;
  session: SessionRecord;
  clock: Clock;
  onTrouble: (error: unknown) => void;
}

type Carried = Omit<DesktopAct, 'at' | 'text'> & { kind: keyof typeof ACTIONS };

/** Puts what was carried in and out of a desktop into the log of file operations, one after the other. */
export class ActLog {
  readonly #logs: Pick<StorageLogService, 'write'>;
  readonly #session: SessionRecord;
  readonly #onTrouble: (error: unknown) => void;
  readonly #clock: Clock;
  #waiting = 0;
  #minute = 0;
  #inMinute = 0;
  #last: Promise<void> = Promise.resolve();

  constructor({ logs, session, clock, onTrouble }: Parts) {
    this.#logs = logs;
    this.#session = session;
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  /** Nothing more can be written down at this moment. */
  get isFull(): boolean {
    const minute = Math.floor(this.#clock.now() / MINUTE_MS);
    return this.#waiting >= MAX_WAITING || (minute === this.#minute && this.#inMinute >= MAX_PER_MINUTE);
  }

  note({ kind, name, bytes, checksum, isFailed }: Carried): void {
    // What comes then was not carried.
    if (this.isFull) {
      return;
    }
    const minute = Math.floor(this.#clock.now() / MINUTE_MS);
    this.#inMinute = minute === this.#minute ? this.#inMinute + 1 : 1;
    this.#minute = minute;
    const act = { action: ACTIONS[kind], fileName: name, isDone: !isFailed, bytes, checksum };
    this.#waiting += 1;
    this.#last = this.#last
      .then(() => this.#logs.write({ ...act, session: this.#session }))
      .catch(this.#onTrouble)
      .finally(() => (this.#waiting -= 1));
  }

  /** Resolves when everything noted is written down, as far as the database takes it. */
  async settle(): Promise<void> {
    await this.#last;
  }
}
