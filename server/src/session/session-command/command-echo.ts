/** What stands in front of a typed command. */
const PROMPT_END = /[$#%>❯»]\s*$/u;
const BEHIND_PROMPT = /[$#%>❯»] ?([^$#%>❯»]*)$/u;

/** The line on which the command stood ends with it, or is the rest of it that was echoed late. */
export function isEndOfEcho(line: string, command: string): boolean {
  return command.endsWith(line.trim()) || line.trimEnd().endsWith(command);
}

/** The line of the next prompt: with all of what was typed there, with the part that was echoed in time, or empty. */
export function isBeginOfEcho(line: string, next: string): boolean {
  return line.trimEnd().endsWith(next) || isBegunAtPrompt(line, next);
}

/** The shell waits in this line, and of the command there is as much as was echoed until now. */
export function isAtPrompt(line: string, command: string): boolean {
  return isEchoAtPrompt(line, command) || isBegunAtPrompt(line, command);
}

/** The shell shows the whole command behind its prompt: it has come to it. */
export function isEchoAtPrompt(line: string, command: string): boolean {
  const [first = ''] = command.trim().split('\n');
  const shown = line.trimEnd();
  return first !== '' && shown.endsWith(first) && PROMPT_END.test(shown.slice(0, -first.length));
}

function isBegunAtPrompt(line: string, command: string): boolean {
  const typed = BEHIND_PROMPT.exec(line)?.[1];
  return typed !== undefined && command.startsWith(typed.trimEnd());
}

/** At the edge of the screen shells go on in the next row by writing a blank there and going back. */
export function unfold(line: string): string {
  return line.replaceAll(/ \r(?=[^\r\n])/g, '');
}
