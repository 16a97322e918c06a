import { markLabel } from '@jadegate/contract/session/session-share';

import type { LiveFilter } from '../../access/command-filter/live-filter.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { LineWatch } from '../../protocols/terminal-line/line-watch.ts';
import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { CommandEntry, CommandLogService } from '../session-command/command-log.service.ts';
import type { SessionRecord } from '../session/session-kind.ts';
import { CommandGate, type JudgedCommand } from './command-gate.ts';
import type { LiveTerminal } from './live-terminal.ts';

interface Parts {
  terminal: LiveTerminal;
  writer: TerminalWriter | undefined;
  /** Whether what is typed is part of the recording. */
  recordInput: boolean;
  record: SessionRecord;
  /** Whose session it is, as they last came to it. */
  person: () => Actor;
  commands: CommandLogService;
  clock: Clock;
  filter: LiveFilter | undefined;
}

/** Everything typed into a terminal goes through here, whoever types: it is read, judged, written down, then sent. */
export class Keyboard {
  readonly #deps: Parts;
  readonly #lines: LineWatch;
  readonly #gate: CommandGate;
  readonly #startedAt: number;
  #filter: LiveFilter | undefined;
  #hands: string | undefined;

  constructor(parts: Parts) {
    const { terminal, writer, recordInput, clock } = parts;
    this.#deps = parts;
    this.#startedAt = clock.now();
    const now = () => this.#now();
    this.#lines = new LineWatch({
      size: () => terminal.size,
      now,
      onCommand: ({ isUnread, ...command }) =>
        this.#note({
          ...command,
          action: 'allow',
          wasSent: true,
          isUnchecked: isUnread && this.#filter !== undefined,
        }),
      onInput: recordInput && writer ? (bytes, by) => writer.input(bytes, by) : undefined,
    });
    this.#gate = new CommandGate({
      lines: this.#lines,
      write: (bytes) => terminal.write(bytes),
      print: (text) => {
        terminal.print(text);
        // What the target answers next must come behind it.
        terminal.catchUp();
      },
      notify: (text) => terminal.notify({ kind: 'message', text }),
      setListening: (isListening) => terminal.setListening(isListening),
      language: () => parts.person().language,
      now,
      onJudged: (command) =>
        this.#note({ ...command, isUnchecked: command.isUnasked }, this.#because(command)),
    });
    this.setFilter(parts.filter);
  }

  /** From now on lines are judged by this filter, or by none. */
  setFilter(filter: LiveFilter | undefined): void {
    this.#filter = filter;
    this.#gate.setFilter(filter);
  }

  /** What the terminal shows: commands are read off it. */
  onOutput(bytes: Uint8Array): void {
    this.#lines.onOutput(bytes);
    this.#gate.noteOutput();
  }

  type(bytes: Uint8Array, by: string): void {
    // Keys are read against what the screen shows by now.
    this.#deps.terminal.catchUp();
    this.#nameHands(by);
    this.#gate.type(bytes, by);
  }

  /** Somebody who could type has left: nobody waits for their answer. */
  dismiss(by: string): void {
    this.#gate.withdraw(by);
  }

  /** Nothing more is typed. Resolves when it is known what was, and the recording has what it is to have of it. */
  async close(): Promise<void> {
    this.#gate.close();
    await this.#lines.close();
  }

  /** Resolves when every command is written down, as far as the database takes them. */
  async settle(): Promise<void> {
    await this.#deps.commands.settle();
  }

  /** Milliseconds since the session began. */
  #now(): number {
    const { writer, clock } = this.#deps;
    return writer?.now() ?? clock.now() - this.#startedAt;
  }

  /** With several people at one keyboard the recording tells who types, also where it does not keep what. */
  #nameHands(by: string): void {
    const { terminal, writer } = this.#deps;
    const before = this.#hands;
    this.#hands = by;
    if (before !== by && (before !== undefined || terminal.participants.length > 0)) {
      writer?.mark(markLabel({ kind: 'hands', username: by }));
    }
  }

  #note(
    command: Omit<CommandEntry, 'session' | 'actor' | 'time' | 'because' | 'shownAt'>,
    because: Record<string, unknown> = {},
  ): void {
    const { record, person, commands } = this.#deps;
    const { text, isHidden, isUnchecked, by, at, action, wasSent } = command;
    const what = { text, isHidden, isUnchecked, by, at, shownAt: this.#now(), action, wasSent };
    const time = this.#deps.clock.now();
    commands.note({ session: record, actor: person(), time, ...what, because });
  }

  /** Of what was not shown the pattern would tell too much: the rule is named, and known to whoever may see rules. */
  #because({ verdict, isHidden }: JudgedCommand): Record<string, unknown> {
    const pattern = isHidden ? undefined : this.#filter?.patternOf(verdict.ruleId);
    return {
      filter: this.#filter?.id ?? '',
      reason: verdict.reason,
      ...(verdict.ruleId && { rule: verdict.ruleId }),
      ...(pattern !== undefined && { pattern }),
    };
  }
}
