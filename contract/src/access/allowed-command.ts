import * as z from 'zod';

import { LIMITS } from '../limits.ts';
import { Name } from '../scalars.ts';
import { fillParameters, listParameters, splitAtParameters } from './command-parameters.ts';

/**
 * A command that a strategy lets people run, word for word. It is a text of the strategy's own: whoever changes a saved
 * command that it was taken from changes nothing here. `{{name}}` asks for a plain value.
 */
export const AllowedCommand = z.strictObject({
  name: Name,
  content: z
    .string()
    .max(LIMITS.allowedCommand.max)
    .refine((text) => text.trim() !== '', { params: { rule: 'required' } })
    .refine((text) => !text.includes('\u0000'), { params: { rule: 'required' } })
    // As jobs keep their scripts.
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim()),
});
export type AllowedCommand = z.infer<typeof AllowedCommand>;

/** What was filled in for the parameters of a command. */
export const ParameterValues = z
  .record(z.string().max(LIMITS.parameterName.max), z.string().max(LIMITS.parameterValue.max))
  .refine((values) => Object.keys(values).length <= LIMITS.parameters.max, { params: { rule: 'format' } });
export type ParameterValues = z.infer<typeof ParameterValues>;

/**
 * Nothing that means something to a shell, whatever stands around it: no blank, quote, dollar, semicolon or line break,
 * and none of the letters that look like one. It begins no option, and leads to no folder above, also not together with
 * the value beside it.
 */
const PLAIN_VALUE = /^[A-Za-z0-9_./:@%+,][A-Za-z0-9_./:@%+,-]*$/;
const ONLY_DOTS = /(?:^|\/)\.+(?:\/|$)/;

export function isPlainValue(value: string): boolean {
  return PLAIN_VALUE.test(value) && !ONLY_DOTS.test(value);
}

/**
 * Whether a script is this command with plain values in it and nothing else. A default is the text of whoever made the
 * strategy, and counts as it is; a parameter without any value does not: `rm -r /srv/{{folder}}` means one folder.
 */
export function isAllowedScript(
  { content }: Pick<AllowedCommand, 'content'>,
  script: string,
  values: ParameterValues,
): boolean {
  const isFilled = listParameters(content).every(({ name, default: fallback }) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : fallback;
    return value !== '' && (value === fallback || isPlainValue(value));
  });
  return isFilled && fillParameters(content, values) === script;
}

/** What a script tries before it is taken for another command; real ones take a few. */
const MOST_TRIES = 2000;
const PLAIN_RUN = /[A-Za-z0-9_./:@%+,-]+/y;

/**
 * The values with which this command is the script, for whoever typed all of it; undefined where there are none. It allows
 * what `isAllowedScript` does with these values and nothing more.
 */
export function findAllowedValues(
  command: Pick<AllowedCommand, 'content'>,
  script: string,
): ParameterValues | undefined {
  const pieces = splitAtParameters(command.content);
  const defaults = new Map(listParameters(command.content).map((one) => [one.name, one.default]));
  const values = new Map<string, string>();
  let tries = 0;

  const fits = (index: number, at: number): boolean => {
    const piece = pieces[index];
    if (piece === undefined) {
      return at === script.length;
    }
    const text = typeof piece === 'string' ? piece : values.get(piece.name);
    if (text !== undefined) {
      return script.startsWith(text, at) && fits(index + 1, at + text.length);
    }
    return typeof piece !== 'string' && fitsValue(piece.name, index, at);
  };

  const fitsValue = (name: string, index: number, at: number): boolean => {
    for (const value of candidates(script, at, defaults.get(name) ?? '')) {
      tries += 1;
      if (tries > MOST_TRIES) {
        break;
      }
      values.set(name, value);
      if (fits(index + 1, at + value.length)) {
        return true;
      }
    }
    values.delete(name);
    return false;
  };

  const found = fits(0, 0) ? Object.fromEntries(values) : undefined;
  return found && isAllowedScript(command, script, found) ? found : undefined;
}

/** What may stand for a parameter at this place: its default, and plain values, the longest first. */
function* candidates(script: string, at: number, fallback: string): Generator<string> {
  if (fallback !== '' && script.startsWith(fallback, at)) {
    yield fallback;
  }
  PLAIN_RUN.lastIndex = at;
  const run = PLAIN_RUN.exec(script)?.[0].slice(0, LIMITS.parameterValue.max) ?? '';
  for (let length = run.length; length > 0; length--) {
    const value = run.slice(0, length);
    if (isPlainValue(value)) {
      yield value;
    }
  }
}
