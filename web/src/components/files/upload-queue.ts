import { UploadRate } from './upload-rate.ts';

/** A file on its way to its source. */
export interface Upload {
  id: string;
  file: File;
  /** The folder it goes into. */
  dir: string;
  state: 'waiting' | 'running' | 'finishing' | 'done' | 'broken' | 'cancelled';
  sent: number;
  /** Why it broke off. */
  reason?: string;
}

export interface UploadTransport {
  send(
    upload: Upload,
    options: { offset: number; signal: AbortSignal; onProgress: (sent: number) => void },
  ): Promise<void>;
  /** Bytes the server has of an upload that broke off; undefined when it must begin again. */
  received(id: string): Promise<number | undefined>;
  cancel(id: string): Promise<void>;
}

const AT_ONCE = 3;
/** Listeners hear of changes no more often: a folder of thousands changes all the time. */
const TELL_EVERY_MS = 100;
/** The folder is read again no more often while more files come: there it is larger each time. */
const ARRIVALS_MS = 1000;

export const isOver = ({ state }: Upload) => state === 'done' || state === 'cancelled';

/** Uploads, a few at a time. Each can be stopped, and one that broke off goes on where the server says. */
export class UploadQueue {
  readonly #transport: UploadTransport;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, AbortController>();
  readonly #arrivals = new Set<() => void>();
  readonly #uploads = new Map<string, Upload>();
  readonly #rate = new UploadRate();
  /** Ids in the order in which they begin. */
  #waiting: string[] = [];
  #listed: readonly Upload[] | undefined;
  #isTelling = false;
  #isArriving = false;

  constructor(transport: UploadTransport) {
    this.#transport = transport;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Calls back soon after files have arrived, or the beginning of one is gone again. Answers how to stop. */
  onArrival(listener: () => void): () => void {
    this.#arrivals.add(listener);
    return () => void this.#arrivals.delete(listener);
  }

  readonly list = (): readonly Upload[] => {
    this.#listed ??= [...this.#uploads.values()];
    return this.#listed;
  };

  get perSecond(): number | undefined {
    return this.#rate.perSecond;
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  add(files: readonly { file: File; dir: string }[]): void {
    for (const { file, dir } of files) {
      const id = newTaskId();
      this.#uploads.set(id, { id, file, dir, state: 'waiting', sent: 0 });
      this.#waiting.push(id);
    }
    this.#tell();
    this.#start();
  }

  cancel(id: string): void {
    this.#stop(id);
    this.#start();
  }

  retry(id: string): void {
    if (this.#uploads.get(id)?.state === 'broken') {
      this.#change(id, { state: 'waiting' });
      this.#waiting.push(id);
      this.#start();
    }
  }

  retryAll(): void {
    for (const { id } of this.list()) {
      this.retry(id);
    }
  }

  /** Forgets what is over. */
  clear(): void {
    for (const upload of this.list()) {
      if (isOver(upload)) {
        this.#uploads.delete(upload.id);
      }
    }
    this.#tell();
  }

  stopAll(): void {
    this.#waiting = [];
    for (const upload of this.list()) {
      if (!isOver(upload)) {
        this.#stop(upload.id);
      }
    }
  }

  #stop(id: string): void {
    const before = this.#uploads.get(id);
    this.#change(id, { state: 'cancelled' });
    const running = this.#running.get(id);
    if (running) {
      running.abort();
    } else if (before && before.sent > 0) {
      void this.#withdraw(id);
    }
  }

  #start(): void {
    while (this.#running.size < AT_ONCE) {
      const id = this.#waiting.shift();
      if (id === undefined) {
        return;
      }
      const upload = this.#uploads.get(id);
      if (upload?.state === 'waiting') {
        void this.#run(upload);
      }
    }
  }

  async #run(upload: Upload): Promise<void> {
    const { id, file, sent: before } = upload;
    const stop = new AbortController();
    this.#running.set(id, stop);
    this.#change(id, { state: 'running' });
    try {
      const offset = before > 0 ? ((await this.#transport.received(id)) ?? 0) : 0;
      this.#change(id, { sent: offset });
      let last = offset;
      await this.#transport.send(upload, {
        offset,
        signal: stop.signal,
        onProgress: (sent) => {
          const all = Math.min(offset + sent, file.size);
          this.#rate.add(Math.max(0, all - last));
          last = Math.max(last, all);
          this.#change(id, { sent: all, state: all >= file.size ? 'finishing' : 'running' });
        },
      });
      this.#change(id, { state: 'done', sent: file.size });
      this.#announceArrival();
    } catch (error) {
      await this.#onFailed(id, error);
    } finally {
      this.#running.delete(id);
      this.#tell();
      this.#start();
    }
  }

  async #onFailed(id: string, error: unknown): Promise<void> {
    if (this.#uploads.get(id)?.state === 'cancelled') {
      // The server keeps the beginning for a while in case it goes on; here it is known that it does not.
      await this.#withdraw(id);
      return;
    }
    // What was counted as sent may not have arrived; at least something was, so the server is asked next time.
    const sent = Math.max(1, this.#uploads.get(id)?.sent ?? 1);
    this.#change(id, {
      state: 'broken',
      sent,
      reason: error instanceof Error ? error.message : String(error),
    });
  }

  async #withdraw(id: string): Promise<void> {
    await this.#transport.cancel(id).catch(() => undefined);
    this.#announceArrival();
  }

  /** The folder is read again once for many: reading it after each of thousands would take longer than they do. */
  #announceArrival(): void {
    if (this.#isArriving) {
      return;
    }
    this.#isArriving = true;
    setTimeout(
      () => {
        this.#isArriving = false;
        for (const listener of this.#arrivals) {
          listener();
        }
      },
      this.#waiting.length > 0 ? ARRIVALS_MS : TELL_EVERY_MS,
    );
  }

  /** What was cancelled stays so, whatever still arrives from the network. */
  #change(id: string, change: Partial<Upload>): void {
    const upload = this.#uploads.get(id);
    if (upload && upload.state !== 'cancelled') {
      this.#uploads.set(id, { ...upload, ...change });
      this.#tell();
    }
  }

  #tell(): void {
    this.#listed = undefined;
    if (this.#isTelling) {
      return;
    }
    this.#isTelling = true;
    setTimeout(() => {
      this.#isTelling = false;
      for (const listener of this.#listeners) {
        listener();
      }
    }, TELL_EVERY_MS);
  }
}

/** Told apart from others of the source; not a secret. Works without a secure context, unlike `randomUUID`. */
export function newTaskId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
