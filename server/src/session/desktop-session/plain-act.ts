import type { Instruction } from '../../protocols/guacd/instruction.ts';

const LAST_KEYSYM = 0x7fffffff;
const ALL_BUTTONS = 0xff;
/** Also outside the desktop, where a button is held while the pointer leaves it. */
const PLACE = /^-?\d{1,6}$/;

/**
 * Whether a key or the pointer is written so that everybody reads the same. guacd reads a number as far as it is one, cuts
 * it to 32 bits and takes whatever is not zero for pressed: `2`, `1x` and `4294967393` would do something at the desktop
 * that neither the recording nor the mark of who did it knows of.
 */
export function isPlainAct({ opcode, args }: Instruction): boolean {
  if (opcode === 'key') {
    const [keysym = '', state = ''] = args;
    return isUpTo(keysym, LAST_KEYSYM) && (state === '0' || state === '1');
  }
  const [x = '', y = '', buttons = ''] = args;
  return PLACE.test(x) && PLACE.test(y) && isUpTo(buttons, ALL_BUTTONS);
}

function isUpTo(text: string, most: number): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) <= most;
}
