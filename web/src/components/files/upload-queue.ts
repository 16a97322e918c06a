/** A file on its way to the target. */
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

/** Uploads, a few at a time. Each can be stopped, and one that broke off goes on where the server says. */
export class UploadQueue {
  readonly #transport: UploadTransport;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, AbortController>();
  readonly #arrivals = new Set<() => void>();
  #uploads: readonly Upload[] = [];

  constructor(transport: UploadTransport) {
    this.#transport = transport;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Calls back when a file has arrived, or the beginning of one is gone again. Answers how to stop. */
  onArrival(listener: () => void): () => void {
    this.#arrivals.add(listener);
    return () => void this.#arrivals.delete(listener);
  }

  readonly list = (): readonly Upload[] => this.#uploads;

  add(files: readonly { file: File; dir: string }[]): void {
    const added = files.map(({ file, dir }): Upload => ({
      id: newTaskId(),
      file,
      dir,
      state: 'waiting',
      sent: 0,
    }));
    this.#set([...this.#uploads, ...added]);
    this.#start();
  }

  cancel(id: string): void {
    const running = this.#running.get(id);
    this.#change(id, { state: 'cancelled' });
    if (running) {
      running.abort();
    } else {
      void this.#withdraw(id);
    }
    this.#start();
  }

  retry(id: string): void {
    if (this.#find(id)?.state === 'broken') {
      this.#change(id, { state: 'waiting' });
      this.#start();
    }
  }

  /** Forgets what is over. */
  clear(): void {
    this.#set(this.#uploads.filter(({ state }) => state !== 'done' && state !== 'cancelled'));
  }

  stopAll(): void {
    for (const { id, state } of this.#uploads) {
      if (state !== 'done' && state !== 'cancelled') {
        this.cancel(id);
      }
    }
  }

  #start(): void {
    for (const upload of this.#uploads) {
      if (this.#running.size >= AT_ONCE) {
        return;
      }
      if (upload.state === 'waiting') {
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
      await this.#transport.send(upload, {
        offset,
        signal: stop.signal,
        onProgress: (sent) => {
          const all = Math.min(offset + sent, file.size);
          this.#change(id, { sent: all, state: all >= file.size ? 'finishing' : 'running' });
        },
      });
      this.#change(id, { state: 'done', sent: file.size });
      this.#announceArrival();
    } catch (error) {
      await this.#onFailed(id, error);
    } finally {
      this.#running.delete(id);
      this.#start();
    }
  }

  async #onFailed(id: string, error: unknown): Promise<void> {
    if (this.#find(id)?.state === 'cancelled') {
      // The server keeps the beginning for a while in case it goes on; here it is known that it does not.
      await this.#withdraw(id);
      return;
    }
    // What was counted as sent may not have arrived; at least something was, so the server is asked next time.
    const sent = Math.max(1, this.#find(id)?.sent ?? 1);
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

  #announceArrival(): void {
    for (const listener of this.#arrivals) {
      listener();
    }
  }

  #find(id: string): Upload | undefined {
    return this.#uploads.find((upload) => upload.id === id);
  }

  /** What was cancelled stays so, whatever still arrives from the network. */
  #change(id: string, change: Partial<Upload>): void {
    this.#set(
      this.#uploads.map((upload) =>
        upload.id === id && upload.state !== 'cancelled' ? { ...upload, ...change } : upload,
      ),
    );
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

/** Told apart from others of the session; not a secret. Works without a secure context, unlike `randomUUID`. */
export function newTaskId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
