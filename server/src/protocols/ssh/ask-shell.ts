import type { Client, ClientChannel } from 'ssh2';

import { NoExec } from './exec.ts';
import { SshError } from './ssh-error.ts';

export interface AskLimits {
  timeoutMs: number;
  maxOutput: number;
  maxErrors: number;
  signal?: AbortSignal | undefined;
}

/** What a command printed until it ended, its time was up or it printed too much: what came until then counts. */
export interface ShellAnswer {
  stdout: Buffer;
  stderr: Buffer;
  end: 'done' | 'timeout' | 'cut' | 'closed';
  /** How long the host took to begin. */
  openMs: number;
}

/**
 * Runs a command without a terminal and writes it its input. The connection stays open and can be asked again, but not
 * when the command had to be left: what it still prints would have to be read. Rejects when the host gives no channel.
 */
export function askShell(
  client: Client,
  command: string,
  input: string,
  { timeoutMs, maxOutput, maxErrors, signal }: AskLimits,
): Promise<ShellAnswer> {
  return new Promise((resolve, reject) => {
    const stdout = new Kept(maxOutput);
    const stderr = new Kept(maxErrors);
    const began = performance.now();
    let openMs = 0;
    let channel: ClientChannel | undefined;
    let isOver = false;
    const finish = (end: ShellAnswer['end']) => {
      if (isOver) {
        return;
      }
      isOver = true;
      clearTimeout(timer);
      client.off('close', onClose);
      signal?.removeEventListener('abort', onAbort);
      if (end !== 'done') {
        // Nothing else is under way on it, and a command that does not stop printing is read no further.
        client.destroy();
      }
      if (channel) {
        resolve({ stdout: stdout.bytes(), stderr: stderr.bytes(), end, openMs });
      } else {
        reject(new SshError(end === 'timeout' ? 'timeout' : signal?.aborted ? 'aborted' : 'closed'));
      }
    };
    const onClose = () => finish('closed');
    const onAbort = () => finish('closed');
    const timer = setTimeout(() => finish('timeout'), timeoutMs);
    client.once('close', onClose);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) {
      onAbort();
      return;
    }
    const take = (kept: Kept) => (bytes: Buffer) => {
      if (!kept.add(bytes)) {
        finish('cut');
      }
    };
    try {
      client.exec(command, (error, opened) => {
        if (isOver) {
          opened?.close();
          return;
        }
        if (error) {
          isOver = true;
          clearTimeout(timer);
          client.off('close', onClose);
          signal?.removeEventListener('abort', onAbort);
          reject(new NoExec(error));
          return;
        }
        channel = opened;
        openMs = Math.round(performance.now() - began);
        opened.on('error', () => undefined);
        opened.on('data', take(stdout));
        opened.stderr.on('data', take(stderr));
        opened.once('close', () => finish('done'));
        opened.end(input);
      });
    } catch {
      // The connection is gone already.
      finish('closed');
    }
  });
}

class Kept {
  readonly #parts: Buffer[] = [];
  readonly #max: number;
  #length = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** False when there is no more room. */
  add(bytes: Buffer): boolean {
    const room = this.#max - this.#length;
    const part = bytes.subarray(0, room);
    this.#parts.push(part);
    this.#length += part.length;
    return bytes.length <= room;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}
