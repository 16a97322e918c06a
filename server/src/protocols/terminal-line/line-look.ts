import type { LineDrawings } from './line-drawings.ts';
import {
  isShownAs,
  isShownSomehow,
  otherReadings,
  readLine,
  squeeze,
  wholeText,
  type Line,
} from './line-view.ts';
import type { OutputTail } from './output-tail.ts';
import type { PrivateModes } from './private-modes.ts';

/** What is known about the line before it is handed over. */
export interface Look {
  /** As the screen shows it. */
  shown: string;
  typed: string;
  isCertain: boolean;
  isEchoed: boolean;
  /** The screen says what the keys say: there is nothing to wait for. */
  isSettled: boolean;
  prompt: string;
  place: Line['place'];
  /** The editor let go of the line for a moment, as while it looks for what completes it. */
  isBusy: boolean;
  /** What the target might take it for besides; empty when it is sure what it is. */
  others: string[];
  /** With keys before it that the target may not have dropped, though it shows them no more; empty without any. */
  carried: string;
}

interface Surroundings {
  tail: OutputTail;
  modes: PrivateModes;
  drawings: LineDrawings;
  prompts: readonly string[];
  /** Keys before this line that went out of sight. */
  carried: string;
}

export function lookAt(line: Line, { tail, modes, drawings, prompts, carried: keys }: Surroundings): Look {
  const { place, prompt } = line;
  const { text: typed, isCertain } = line.typed;
  const carried = keys === '' ? '' : keys + typed;
  if (place === 'program') {
    // There is no place where such keys would have to appear, and nothing to wait for.
    const known = { shown: '', typed, isCertain, isEchoed: false, isSettled: true, isBusy: false };
    return { ...known, prompt, place, others: [], carried };
  }
  const { view, suggested } = drawings.clean(line);
  drawings.noteRead(line);
  const reading = readLine(view, line, prompts);
  const text = modes.isFullScreen ? reading.text : wholeText(reading);
  const shown = squeeze(text);
  return {
    shown: text.trim(),
    typed,
    isCertain,
    isEchoed: isEchoed(shown, line) || isShownThroughout(line, tail),
    isSettled: isCertain && shown === squeeze(typed),
    prompt,
    place,
    isBusy: line.isBracketed && !modes.isPasteBracketed,
    others: otherReadings(line, text.trim(), suggested),
    carried,
  };
}

function isEchoed(shown: string, { typed }: Line): boolean {
  const keys = squeeze(typed.text);
  return keys === '' || shown.includes(keys) || isShownAs(shown, keys) || (!typed.isCertain && shown !== '');
}

/** Whether a line during which the window changed its size was shown all the same. */
export function isShownThroughout({ isResized, start, typed }: Line, tail: OutputTail): boolean {
  return (
    isResized && typed.isCertain && isShownSomehow(Buffer.from(tail.slice(start)).toString(), typed.text)
  );
}
