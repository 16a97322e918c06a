import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { EVENT_CODES } from '@jadegate/contract/session/terminal-recording';
import Database from 'better-sqlite3';

/** Sessions as the product leaves them behind, made up: rows in its database and recordings in its folder. */
interface MadeSessions {
  count: number;
  bytesEach: number;
  /** What single sessions print besides, by their number. */
  needles: Readonly<Record<number, string>>;
}

const STARTED_AT = Date.UTC(2026, 0, 1);
const APART_MS = 60_000;
const HEADER_BYTES = 32;
const COMMANDS_EACH = 20;

const idOf = (number: number) => `bench-${String(number).padStart(6, '0')}`;

/** The same text in each run. */
class Speech {
  #state = 20_261_115;
  readonly words = Array.from({ length: 4000 }, () => this.#word());
  readonly #chinese = Array.from({ length: 3000 }, () => this.#chineseWord());
  /** Beginnings of lines: making each anew would take longer than what is measured. */
  readonly #sayings = Array.from({ length: 50_000 }, () => this.#saying());

  roll(below: number): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  line(): string {
    return `${this.#sayings[this.roll(this.#sayings.length)] ?? ''} ${this.roll(10_000_000)}`;
  }

  #saying(): string {
    const { roll, one, two } = {
      roll: this.roll.bind(this),
      one: () => this.one(),
      two: () => 10 + this.roll(50),
    };
    switch (roll(6)) {
      case 0:
        return `2026-01-${two()}T12:${two()}:${two()}Z ${one()}[${roll(30_000)}]: error ${one()} from 10.${roll(256)}.${roll(256)}.${roll(256)} took ${roll(3000)} ms`;
      case 1:
        return `-rw-r--r-- 1 root ${one()} ${roll(9_000_000)} Jan ${two()} 12:${two()} ${one()}-${roll(999)}.log`;
      case 2:
        return `\u001B[32m[INFO]\u001B[0m ${this.#han()}${this.#han()}，${this.#han()} ${roll(1_000_000)}`;
      default:
        return Array.from({ length: 6 + roll(8) }, one).join(' ');
    }
  }

  one(): string {
    return this.words[this.roll(this.words.length)] ?? '';
  }

  #han(): string {
    return this.#chinese[this.roll(this.#chinese.length)] ?? '';
  }

  #word(): string {
    return Array.from({ length: 3 + this.roll(8) }, () => String.fromCodePoint(97 + this.roll(26))).join('');
  }

  #chineseWord(): string {
    return Array.from({ length: 2 + this.roll(3) }, () =>
      String.fromCodePoint(0x4e_00 + this.roll(5000)),
    ).join('');
  }
}

/** Answers how many bytes were printed, and three words that were never printed side by side. */
export function makeSessions(
  dataDir: string,
  { count, bytesEach, needles }: MadeSessions,
): { bytes: number; apart: string } {
  const speech = new Speech();
  let bytes = 0;
  for (let number = 0; number < count; number++) {
    const folder = join(dataDir, 'recordings', idOf(number));
    mkdirSync(folder, { recursive: true });
    const recording = record(speech, bytesEach, needles[number], STARTED_AT + number * APART_MS);
    bytes += recording.length;
    writeFileSync(join(folder, '000001.seg'), recording);
  }
  const database = new Database(join(dataDir, 'jadegate.db'));
  fill(database, count, speech);
  database.close();
  return { bytes, apart: speech.words.slice(0, 3).join(' ') };
}

function record(speech: Speech, bytesEach: number, needle: string | undefined, startedAt: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('JGT1', 0, 'latin1');
  header.writeBigUInt64BE(BigInt(startedAt), 8);
  header.writeUInt16BE(120, 24);
  header.writeUInt16BE(30, 26);
  const parts = [header];
  let bytes = 0;
  while (bytes < bytesEach) {
    const isMiddle = needle !== undefined && bytes < bytesEach / 2 && bytes + 1500 >= bytesEach / 2;
    const lines = Array.from({ length: 15 }, () => speech.line());
    const text = Buffer.from(`${[...lines, ...(isMiddle ? [needle] : [])].join('\r\n')}\r\n`);
    parts.push(Buffer.from([EVENT_CODES.output, 50, ...varint(text.length)]), text);
    bytes += text.length;
  }
  return Buffer.concat(parts);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

function fill(database: Database.Database, count: number, speech: Speech): void {
  const session = database.prepare(
    `insert into session (id, protocol, mode, asset_id, asset_name, ip, port, username, access_gateway_id, user_id,
       user_name, login_id, client_ip, width, height, status, end_reason, flags, storage_id, recording,
       recording_bytes, reviewed, command_count, process_id, created_at, connected_at, disconnected_at)
     values (?, 'ssh', 'native', ?, ?, '10.0.0.9', 22, 'root', '', ?, ?, null, '192.0.2.7', 120, 30, 'disconnected',
       '{"kind":"left"}', '{}', '', 'kept', 0, 0, 0, 'bench', ?, ?, ?)`,
  );
  const command = database.prepare(
    `insert into session_command (id, session_id, user_id, command, risk_level, action, offset_ms, created_at)
     values (?, ?, ?, ?, 0, 'allow', ?, ?)`,
  );
  database.transaction(() => {
    for (let number = 0; number < count; number++) {
      const at = STARTED_AT + number * APART_MS;
      const person = number % 200;
      const host = number % 500;
      session.run(
        idOf(number),
        `asset-${host}`,
        `host ${host}`,
        `user-${person}`,
        `person ${person}`,
        at,
        at,
        at + 5000,
      );
      for (let each = 0; each < COMMANDS_EACH; each++) {
        const text = `${speech.one()} ${speech.one()} --error`;
        command.run(
          `${idOf(number)}-${String(each).padStart(2, '0')}`,
          idOf(number),
          `user-${person}`,
          text,
          each,
          at,
        );
      }
    }
  })();
}
