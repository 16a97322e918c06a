import type { Readable } from 'node:stream';

import { decodeInstructions } from '@jadegate/contract/session/guac-instruction';

/** Whole instructions up to one moment. */
interface GuacPart {
  text: string;
  /** What the moment is called there, in milliseconds; undefined at the end, where there is none. */
  sync: number | undefined;
}

const LONGEST_INSTRUCTION = 32 * 1024 * 1024;
/** The end of an instruction that says a moment. */
const SYNC = /4\.sync,\d{1,2}\.(\d{1,16})(?:,\d{1,2}\.\d{1,10})?;/g;

/** A recording of a desktop, taken apart at its moments. `undefined` ends it: what comes is no instruction. */
export async function* readGuac(stream: Readable): AsyncGenerator<GuacPart | undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    rest += decoder.decode(chunk as Buffer, { stream: true });
    let from = 0;
    for (const found of rest.matchAll(SYNC)) {
      const end = found.index + found[0].length;
      const text = rest.slice(from, end);
      // A value may look like an instruction: only where all of it reads as instructions it is one.
      const last = decodeInstructions(text).at(-1);
      if (last?.[0] !== 'sync' || last[1] !== found[1]) {
        continue;
      }
      yield { text, sync: Number(found[1]) };
      from = end;
    }
    rest = rest.slice(from);
    if (rest.length > LONGEST_INSTRUCTION) {
      yield undefined;
      return;
    }
  }
}
