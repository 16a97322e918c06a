import { setTimeout as delay } from 'node:timers/promises';

import { SECOND_MS } from '../../kernel/clock.ts';
import { hypervisorOf } from '../../protocols/collector/hypervisor/hypervisor.ts';
import { logInSsh, withinLogin } from '../../protocols/dial/ssh-login.ts';
import type { CarriedVm } from '../../protocols/dial/target.ts';
import type { SshConnection } from '../../protocols/ssh/connect.ts';
import { openSshTerminal } from '../../protocols/ssh/terminal.ts';
import type { ChannelEnd, TerminalChannel, TerminalEvents } from '../../protocols/terminal-channel.ts';
import type { StreamFailed } from '../session/session-kind.ts';
import { consoleFailed, type AskConsole } from '../session/vm-consoles.interface.ts';
import type { OpenTerminalOptions, TerminalProtocol } from './open-terminal.ts';

/** Ctrl and ], by which the program of the hypervisor lets go of the console. */
const ESCAPE = Uint8Array.of(0x1d);
/** A console that somebody else has is refused at once; nothing is said when it is given. */
const REFUSED_MS = 0.5 * SECOND_MS;
/** On a hypervisor that is slow. What is printed later is the guest's. */
const BEGINNING_MS = 10 * SECOND_MS;
const TAIL = 2000;

const REFUSALS = [
  [/active console session exists|already (?:in use|active)|unable to lock/i, 'console_busy'],
  [/domain is not running|vm \d+ not running/i, 'console_stopped'],
  [/cannot find (?:console|character) device|no serial|unable to find a serial/i, 'console_no_text'],
] as const;

/**
 * The text console of a virtual machine: a program on the hypervisor, on a terminal of its own connection. What is seen is
 * the guest's own line, with whoever is logged in there; there are no files and no other commands of the hypervisor.
 */
export function textConsole(ask: AskConsole): TerminalProtocol {
  return {
    needsUsername: false,
    hasFiles: false,
    open: async (options, events) => {
      // The person of a console is not asked for anything of the hypervisor.
      const { keyboardInteractive: _, ...login } = options;
      const client = await logInSsh(login);
      return withinLogin(client, options, () => open(ask, client, options, events));
    },
  };
}

async function open(
  ask: AskConsole,
  client: SshConnection,
  { target: { vm }, size, term, signal }: OpenTerminalOptions,
  events: TerminalEvents,
): Promise<TerminalChannel> {
  const { hasText } = await ask(client, vm, signal);
  if (!vm || !hasText) {
    throw consoleFailed('console_no_text');
  }
  const beginning = new Beginning(events);
  const channel = await openSshTerminal(client, { size, term, command: commandOf(vm) }, beginning);
  await Promise.race([beginning.ended, delay(REFUSED_MS)]);
  if (beginning.refusal) {
    throw beginning.refusal;
  }
  return detaching(channel);
}

function commandOf({ hypervisor: { kind, uri }, ref }: CarriedVm): string {
  return hypervisorOf(kind, uri).consoleCommand(ref);
}

/** Reads along while the hypervisor may still refuse the console, to say why in words. */
class Beginning implements TerminalEvents {
  readonly ended: Promise<void>;
  readonly #events: TerminalEvents;
  readonly #begun = performance.now();
  #settle: () => void = () => undefined;
  #tail = '';
  refusal: StreamFailed | undefined;

  constructor(events: TerminalEvents) {
    this.#events = events;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
  }

  get #isOver(): boolean {
    return performance.now() - this.#begun > BEGINNING_MS;
  }

  onData(bytes: Uint8Array): void {
    if (!this.#isOver) {
      this.#tail = (this.#tail + Buffer.from(bytes).toString('latin1')).slice(-TAIL);
    }
    this.#events.onData(bytes);
  }

  onTaken(): void {
    this.#events.onTaken();
  }

  onEnd(end: ChannelEnd): void {
    if (end.kind === 'exit' && end.code !== 0 && !this.#isOver) {
      const [, kind = 'console_failed'] = REFUSALS.find(([words]) => words.test(this.#tail)) ?? [];
      this.refusal = consoleFailed(kind, this.#tail);
    }
    this.#events.onEnd(this.refusal ? { kind: 'error', error: this.refusal } : end);
    this.#settle();
  }
}

/**
 * Lets go of the console before the connection goes, so that the next one finds it free. A guest does not know how large a
 * window is; and nothing else of the hypervisor is to be had on its connection.
 */
function detaching(channel: TerminalChannel): TerminalChannel {
  return {
    get isFull() {
      return channel.isFull;
    },
    write: (bytes) => channel.write(bytes),
    resize: () => undefined,
    pause: () => channel.pause(),
    resume: () => channel.resume(),
    close: () => {
      channel.write(ESCAPE);
      channel.close();
    },
  };
}
