/** One command of a line: its words, where its output goes, and how it hangs together with the next. */
export interface ParsedCommand {
  words: string[];
  file: { path: string; appends: boolean } | undefined;
  next: ';' | '&&' | '||' | '|' | '&';
}

interface Variables {
  get(name: string): string;
}

const OPERATORS = ['&&', '||', '>>', '|', ';', '&', '>'] as const;
const MAX_WORDS = 200;

/** Takes a line apart as a shell does, as far as people type at a prompt: quotes, variables, pipes, redirections. */
export function parseLine(line: string, variables: Variables): ParsedCommand[] {
  const commands: ParsedCommand[] = [];
  let current: ParsedCommand = { words: [], file: undefined, next: ';' };
  let wantsFile: boolean | undefined;
  const end = (next: ParsedCommand['next']) => {
    if (current.words.length > 0) {
      commands.push({ ...current, next });
    }
    current = { words: [], file: undefined, next: ';' };
  };
  for (const token of tokens(line, variables)) {
    if (typeof token === 'string') {
      if (wantsFile === undefined) {
        current.words.push(token);
      } else {
        current.file = { path: token, appends: wantsFile };
        wantsFile = undefined;
      }
    } else if (token.operator === '>' || token.operator === '>>') {
      wantsFile = token.operator === '>>';
    } else {
      end(token.operator);
    }
  }
  end(';');
  return commands;
}

type Token = string | { operator: (typeof OPERATORS)[number] };

function tokens(line: string, variables: Variables): Token[] {
  const found: Token[] = [];
  let word: string | undefined;
  const push = () => {
    if (word !== undefined && found.length < MAX_WORDS) {
      found.push(word);
    }
    word = undefined;
  };
  for (let at = 0; at < line.length;) {
    const char = line.charAt(at);
    const operator = OPERATORS.find((one) => line.startsWith(one, at));
    if (char === '#' && word === undefined) {
      break;
    }
    if (/\s/.test(char)) {
      push();
      at += 1;
    } else if (line.startsWith('2>', at) && word === undefined) {
      // Errors go where output goes; where they are sent away to is not kept.
      at += /^2>(?:&1|>?\s*\S+)/.exec(line.slice(at))?.[0].length ?? 2;
    } else if (operator) {
      push();
      found.push({ operator });
      at += operator.length;
    } else if (char === "'") {
      const close = line.indexOf("'", at + 1);
      const stop = close < 0 ? line.length : close;
      word = (word ?? '') + line.slice(at + 1, stop);
      at = stop + 1;
    } else if (char === '"') {
      const close = line.indexOf('"', at + 1);
      const stop = close < 0 ? line.length : close;
      word = (word ?? '') + withVariables(line.slice(at + 1, stop), variables);
      at = stop + 1;
    } else if (char === '\\') {
      word = (word ?? '') + line.charAt(at + 1);
      at += 2;
    } else {
      const [plain = char] = /^[^\s'"\\|;&>]+/.exec(line.slice(at)) ?? [];
      word = (word ?? '') + withVariables(plain, variables);
      at += plain.length;
    }
  }
  push();
  return found;
}

const withVariables = (text: string, variables: Variables) =>
  text.replaceAll(/\$(?:\{(\w+)\}|(\w+|\?))/g, (_, braced?: string, bare?: string) =>
    variables.get(braced ?? bare ?? ''),
  );
