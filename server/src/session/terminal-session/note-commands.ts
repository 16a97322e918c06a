import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { CommandLogService } from '../session-command/command-log.service.ts';
import type { SessionRecord } from '../session/session-kind.ts';
import type { JudgedCommandLine } from './native-ssh.interface.ts';

interface Surroundings {
  commands: CommandLogService;
  record: SessionRecord;
  person: () => Actor;
  clock: Clock;
  writer: TerminalWriter | undefined;
}

/** Writes down the lines of a command that nobody typed into a terminal. */
export function noteCommands(
  { commands, record, person, clock, writer }: Surroundings,
  lines: readonly JudgedCommandLine[],
  wasSent: boolean,
): void {
  const begun = writer?.now() ?? 0;
  const actor = person();
  // A millisecond apart, so that lists show them in their order.
  for (const [index, { line, action }] of lines.entries()) {
    commands.note({
      session: record,
      actor,
      time: clock.now(),
      text: line,
      isHidden: false,
      isUnchecked: false,
      by: actor.username,
      at: begun + index,
      shownAt: begun + index,
      action,
      wasSent,
    });
  }
}
