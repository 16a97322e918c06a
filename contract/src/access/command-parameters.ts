/**
 * Parameters of a saved command: `{{name}}`, or `{{name:default}}`. Names are letters, digits, `_` and `-`, so that
 * templates of other tools (`{{.State.Status}}`, `{{json .}}`) stay as they are; for one that looks like a parameter,
 * `{{{{` stands for a plain `{{`. Values go in as typed: what is shown before use is what is sent, nothing is quoted.
 */
interface CommandParameter {
  name: string;
  /** What to offer; empty when the command names none. */
  default: string;
}

const TOKEN = /\{\{\{\{|\{\{ *([\p{L}\p{N}_-]{1,64}) *(?::([^\r\n{}]{0,500}))?\}\}/gu;

/** The parameters in the order they first appear. The first default given for a name counts. */
export function listParameters(content: string): CommandParameter[] {
  const found = new Map<string, CommandParameter>();
  for (const [, name, fallback = ''] of content.matchAll(TOKEN)) {
    if (name === undefined) {
      continue;
    }
    const known = found.get(name);
    if (!known) {
      found.set(name, { name, default: fallback });
    } else if (known.default === '') {
      known.default = fallback;
    }
  }
  return [...found.values()];
}

/** The command in pieces: plain text, and the names of parameters where their values go. */
export function splitAtParameters(content: string): (string | { name: string })[] {
  const pieces: (string | { name: string })[] = [];
  let end = 0;
  for (const found of content.matchAll(TOKEN)) {
    const [token, name] = found;
    pieces.push(content.slice(end, found.index), name === undefined ? '{{' : { name });
    end = found.index + token.length;
  }
  return [...pieces, content.slice(end)];
}

/** The text to send. A name without a value gets its default. */
export function fillParameters(content: string, values: Readonly<Record<string, string>>): string {
  const defaults = new Map(listParameters(content).map((parameter) => [parameter.name, parameter.default]));
  const valueOf = (name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : (defaults.get(name) ?? '');
  return splitAtParameters(content)
    .map((piece) => (typeof piece === 'string' ? piece : valueOf(piece.name)))
    .join('');
}
