import { lookThrough } from './command-prefixes.ts';
import { MAX_DEPTH, splitLine } from './shell-split.ts';
import { plainWords } from './shell-words.ts';

/** A part of a line that is judged: as typed, and every reading of its words. */
export interface Piece {
  text: string;
  forms: readonly (readonly string[])[];
}

interface ReadLine {
  pieces: Piece[];
  /** More parts, or deeper nested, than is looked into. */
  tooComplex: boolean;
}

const MAX_PIECES = 256;

/** The whole line and each simple command in it, also those inside substitutions and `sh -c` texts. */
export function readCommandLine(line: string): ReadLine {
  const whole = line.trim();
  if (whole === '') {
    return { pieces: [], tooComplex: false };
  }
  const pieces: Piece[] = [];
  let tooComplex = false;
  const read = (text: string, depth: number) => {
    const { commands, tooDeep } = splitLine(text, depth);
    tooComplex ||= tooDeep;
    for (const command of commands) {
      if (pieces.length >= MAX_PIECES) {
        tooComplex = true;
        return;
      }
      const { forms, scripts, tooDeep: tooManyLayers } = lookThrough(command.words);
      tooComplex ||= tooManyLayers;
      pieces.push({ text: command.text, forms: [plainWords(command.text), ...forms] });
      for (const script of scripts) {
        if (depth >= MAX_DEPTH) {
          tooComplex = true;
        } else {
          read(script, depth + 1);
        }
      }
    }
  };
  read(whole, 0);
  if (pieces.length !== 1 || pieces[0]?.text !== whole) {
    pieces.unshift({ text: whole, forms: [plainWords(whole)] });
  }
  return { pieces, tooComplex };
}
