import type { FileLine } from '../../../files/storage-log/storage-log.service.ts';
import { runInBackground } from '../../../kernel/defects.ts';
import type { FileCommand } from '../../../protocols/ssh-server/file-commands/classify-exec.ts';
import { ScpWatch } from '../../../protocols/ssh-server/file-commands/scp-watch.ts';
import type { ChannelEnd } from '../../../protocols/terminal-channel.ts';
import type { CommandWatch } from '../../terminal-session/native-ssh.interface.ts';

interface Options {
  /** Never rejects. */
  onLine: (line: FileLine) => Promise<void>;
  /** Why it may not go on, at this moment. */
  refusal: () => Promise<string | undefined>;
}

const LOOK_MS = 1000;

/** Reads along what `scp` or `rsync` moves: the files of the one by name, and what the other moves as one. */
export class FileCommandWatch implements CommandWatch {
  readonly #command: FileCommand;
  readonly #options: Options;
  readonly #scp: ScpWatch | undefined;
  #bytes = 0;
  #files = 0;
  #looking: NodeJS.Timeout | undefined;

  constructor(command: FileCommand, options: Options) {
    this.#command = command;
    this.#options = options;
    this.#scp =
      command.kind === 'scp'
        ? new ScpWatch(command, (file) => {
            this.#files += 1;
            this.#note(file);
          })
        : undefined;
  }

  onBegin(stop: (reason: string) => void): void {
    const look = async () => {
      const reason = await this.#options.refusal();
      if (reason !== undefined) {
        stop(reason);
      }
    };
    this.#looking = setInterval(() => runInBackground(look(), 'the right of a file transfer'), LOOK_MS);
  }

  onInput(bytes: Uint8Array): void {
    if (this.#command.direction === 'upload') {
      this.#add(bytes);
    }
  }

  onOutput(bytes: Uint8Array): void {
    if (this.#command.direction === 'download') {
      this.#add(bytes);
    }
  }

  onEnd(end: ChannelEnd): void {
    clearInterval(this.#looking);
    this.#scp?.end();
    // One that could not be read along, and rsync, whose files nobody sees without being a part of it.
    if (!this.#scp || this.#scp.isLost || this.#files === 0) {
      const isDone = end.kind === 'exit' && end.code === 0;
      this.#note({ fileName: this.#command.paths.join(' '), isDone, bytes: this.#bytes });
    }
  }

  #add(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#scp?.add(bytes);
  }

  #note(file: Omit<FileLine, 'action'>): void {
    const { direction: action } = this.#command;
    runInBackground(this.#options.onLine({ action, ...file }), 'the log of a file transfer');
  }
}
