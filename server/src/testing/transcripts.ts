import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What went in and out of a real shell, byte by byte, and the commands a person would say were run: bash on a real sshd,
 * and those of shell-transcripts, which can be recorded anew.
 */
export interface Transcript {
  cols: number;
  rows: number;
  events: ['in' | 'out', string][];
  expect: string[];
}

const FOLDER = join(import.meta.dirname, '../protocols/terminal-line/transcripts');

export const transcriptNames = readdirSync(FOLDER).map((name) => name.replace('.json', ''));

export function readTranscript(name: string): Transcript {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Transcript;
}
