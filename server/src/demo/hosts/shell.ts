import { posix } from 'node:path';

import type { HostFigures } from './figures.ts';
import { TreeError, type FileTree } from './file-tree.ts';
import { parseLine, type ParsedCommand } from './parse-line.ts';

/** What a command prints, and how it ended. */
interface Outcome {
  out?: string;
  code?: number;
}

/** How a command is run: where what it prints at once goes, and when it is to stop. */
export interface Surroundings {
  /** For what is printed while it runs; undefined where its output goes into another command or a file. */
  write: ((text: string) => void) | undefined;
  signal: AbortSignal;
  rows: number;
}

export type Command = (
  shell: Shell,
  words: readonly string[],
  input: string,
  surroundings: Surroundings,
) => Outcome | Promise<Outcome>;

/** What all logins of a host share. */
export interface HostParts {
  figures: HostFigures;
  files: FileTree;
  commands: Readonly<Record<string, Command>>;
}

const HOME = '/home/ops';
const MAX_OUTPUT = 256 * 1024;
const MAX_LINES = 500;
const NOT_FOUND = 127;

const REASONS: Record<TreeError['fault'], string> = {
  'not-found': 'No such file or directory',
  exists: 'File exists',
  full: 'No space left on device',
  'not-empty': 'Directory not empty',
  denied: 'Permission denied',
};

/** An interpreter of its own: it knows a few commands, starts no program and touches no file of the machine it runs on. */
export class Shell {
  readonly parts: HostParts;
  /** The number of the login it belongs to. */
  readonly login: number;
  readonly history: string[] = [];
  folder = HOME;
  isOver = false;
  code = 0;

  constructor(parts: HostParts, login: number) {
    this.parts = parts;
    this.login = login;
  }

  get prompt(): string {
    const { name } = this.parts.figures.profile;
    const place =
      this.folder === HOME || this.folder.startsWith(`${HOME}/`) ? this.folder.slice(HOME.length) : undefined;
    return `ops@${name}:${place === undefined ? this.folder : `~${place}`}$ `;
  }

  /** A path as the person wrote it, from where they are. */
  pathOf(text: string): string {
    const path = posix.resolve(this.folder, text.replace(/^~(?=\/|$)/, HOME));
    return path.length > 1 ? path.replace(/\/$/, '') : path;
  }

  /** A script or a line, command after command, until `exit` or a stop. */
  async run(text: string, { write, signal, rows }: Surroundings): Promise<number> {
    for (const line of text.split('\n').slice(0, MAX_LINES)) {
      await this.#runLine(line, { write, signal, rows });
      if (this.isOver || signal.aborted) {
        break;
      }
    }
    return this.code;
  }

  async #runLine(line: string, surroundings: Surroundings): Promise<void> {
    let piped = '';
    let isSkipped = false;
    for (const command of parseLine(line, { get: (name) => this.#variable(name) })) {
      if (surroundings.signal.aborted || this.isOver) {
        return;
      }
      if (!isSkipped) {
        const goesOn = command.next === '|' || command.file !== undefined;
        const { out = '', code = 0 } = await this.#one(command, piped, {
          ...surroundings,
          write: goesOn ? undefined : surroundings.write,
        });
        this.code = code;
        piped = command.next === '|' ? out.slice(0, MAX_OUTPUT) : '';
        if (command.file) {
          this.#writeFile(command.file, out, surroundings);
        } else if (command.next !== '|') {
          surroundings.write?.(out);
        }
      }
      isSkipped =
        (command.next === '&&' && this.code !== 0) ||
        (command.next === '||' && this.code === 0) ||
        (isSkipped && command.next === '|');
    }
  }

  async #one({ words, next }: ParsedCommand, input: string, surroundings: Surroundings): Promise<Outcome> {
    const [name = '', ...rest] = words;
    const command = this.parts.commands[posix.basename(name)];
    if (!command) {
      return { out: `bash: ${name}: command not found\n`, code: NOT_FOUND };
    }
    try {
      const inBackground = next === '&';
      return await command(this, inBackground ? [...rest, '&'] : rest, input, surroundings);
    } catch (error) {
      if (error instanceof TreeError) {
        return { out: `${name}: ${rest.at(-1) ?? ''}: ${REASONS[error.fault]}\n`, code: 1 };
      }
      throw error;
    }
  }

  #writeFile(file: { path: string; appends: boolean }, out: string, { write }: Surroundings): void {
    const path = this.pathOf(file.path);
    if (path === '/dev/null') {
      return;
    }
    try {
      const before = file.appends ? (this.parts.files.get(path)?.bytes ?? Buffer.alloc(0)) : Buffer.alloc(0);
      this.parts.files.write(path, Buffer.concat([before, Buffer.from(out)]));
    } catch (error) {
      if (!(error instanceof TreeError)) {
        throw error;
      }
      write?.(`bash: ${file.path}: ${REASONS[error.fault]}\n`);
      this.code = 1;
    }
  }

  #variable(name: string): string {
    const known: Record<string, string> = {
      HOME,
      USER: 'ops',
      LOGNAME: 'ops',
      SHELL: '/bin/bash',
      PWD: this.folder,
      HOSTNAME: this.parts.figures.profile.name,
      '?': String(this.code),
    };
    return known[name] ?? '';
  }
}
