import { runInBackground } from '../../kernel/defects.ts';
import type { ChannelToClient } from '../../protocols/ssh-server/client-channel.ts';
import type { SshConnection } from '../../protocols/ssh/connect.ts';
import { startProcess, type Lent, type SshProcess } from '../../protocols/ssh/process.ts';
import type { ChannelEnd, TerminalChannel } from '../../protocols/terminal-channel.ts';
import type { CommandWatch } from './native-ssh.interface.ts';
import { withReturns } from './with-returns.ts';

interface CommandOptions {
  connection: SshConnection;
  channel: ChannelToClient;
  /** Without it a shell reads its commands from the input. */
  command: string | undefined;
  variables: Readonly<Record<string, string>>;
  lent: Lent;
  /** What it printed, drawn as a terminal would. */
  onShown: (bytes: Uint8Array) => void;
  onInput: (bytes: Uint8Array) => void;
  onOutput: (bytes: Uint8Array) => void;
  onEnd: (end: ChannelEnd) => void;
  watch?: CommandWatch | undefined;
}

/** Bytes that wait for the client before its host waits, and until it goes on. */
const MOST_WAITING = 512 * 1024;
const FEW_WAITING = MOST_WAITING / 4;

/** A command of somebody's own SSH client: its bytes go through as they are, both outputs apart, and its end too. */
export class RunningCommand {
  readonly #channel: ChannelToClient;
  readonly #process: SshProcess;
  #isClientFull = false;
  #isRecordingFull = false;

  static async start(options: CommandOptions): Promise<RunningCommand> {
    const { connection, channel, command, variables, lent, onShown, onInput, onOutput, onEnd, watch } =
      options;
    let running: RunningCommand | undefined;
    // Apart, because each may stop within a line.
    const last = { output: 0, error: 0 };
    const show = (bytes: Uint8Array, which: 'output' | 'error') => {
      onOutput(bytes);
      onShown(withReturns(bytes, last[which]));
      last[which] = bytes.at(-1) ?? last[which];
    };
    const sent = () => running?.regulate();
    const process = await startProcess(
      connection,
      { command, env: { ...channel.requests.env, ...variables }, ...lent },
      {
        onOutput: (bytes) => {
          channel.write(bytes, sent);
          watch?.onOutput(bytes);
          show(bytes, 'output');
          running?.regulate();
        },
        onErrorOutput: (bytes) => {
          channel.writeError(bytes, sent);
          show(bytes, 'error');
          running?.regulate();
        },
        onTaken: () => channel.input.resume(),
        onEnd: (end) => {
          watch?.onEnd(end);
          onEnd(end);
        },
      },
    );
    const begun = new RunningCommand(channel, process);
    running = begun;
    channel.onSignal((name) => process.signal(name));
    channel.onClose(() => process.close());
    channel.input.on('end', () => process.endInput());
    channel.input.on('data', (bytes: Buffer) => {
      onInput(bytes);
      watch?.onInput(bytes);
      process.write(bytes);
      if (process.isFull) {
        channel.input.pause();
      }
    });
    running.regulate();
    watch?.onBegin((reason) => {
      channel.refuse(reason);
      runInBackground(begun.stop(), 'the end of a file transfer');
    });
    return running;
  }

  private constructor(channel: ChannelToClient, process: SshProcess) {
    this.#channel = channel;
    this.#process = process;
  }

  /** The recording has fallen behind, or caught up. */
  holdForRecording(isFull: boolean): void {
    this.#isRecordingFull = isFull;
    this.#apply();
  }

  /** Lets the host run or wait, by what is on its way to the client. */
  regulate(): void {
    const { backlog } = this.#channel;
    const isFull = backlog > (this.#isClientFull ? FEW_WAITING : MOST_WAITING);
    if (isFull !== this.#isClientFull) {
      this.#isClientFull = isFull;
      this.#apply();
    }
  }

  /** Makes it end. */
  stop(): Promise<void> {
    return this.#process.kill();
  }

  #apply(): void {
    if (this.#isClientFull || this.#isRecordingFull) {
      this.#process.pause();
    } else {
      this.#process.resume();
    }
  }
}

/** What a terminal needs of commands: that they wait for the recording. Nothing is typed into them. */
export function channelOfCommands(commands: ReadonlySet<RunningCommand>): TerminalChannel {
  const hold = (isFull: boolean) => commands.forEach((command) => command.holdForRecording(isFull));
  return {
    isFull: false,
    write: () => undefined,
    resize: () => undefined,
    pause: () => hold(true),
    resume: () => hold(false),
    close: () => undefined,
  };
}
