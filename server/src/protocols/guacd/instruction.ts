export interface Instruction {
  opcode: string;
  args: string[];
}

/**
 * Reads the first instruction of the text: elements are `length.value`, joined by commas, ended by a semicolon.
 * Lengths count Unicode code points, and are believed before the content is: a value may hold any character.
 */
export function parseInstruction(text: string): Instruction | 'incomplete' | 'malformed' {
  const characters = Array.from(text);
  const elements: string[] = [];
  let at = 0;
  for (;;) {
    let digits = '';
    while (at < characters.length && /^\d$/.test(characters[at] ?? '')) {
      digits += characters[at++];
    }
    if (digits.length > 6) {
      return 'malformed';
    }
    if (at >= characters.length) {
      return 'incomplete';
    }
    if (characters[at] !== '.' || digits === '') {
      return 'malformed';
    }
    const start = at + 1;
    const end = start + Number(digits);
    if (end >= characters.length) {
      return 'incomplete';
    }
    elements.push(characters.slice(start, end).join(''));
    const separator = characters[end];
    if (separator === ';') {
      const [opcode = '', ...args] = elements;
      return { opcode, args };
    }
    if (separator !== ',') {
      return 'malformed';
    }
    at = end + 1;
  }
}
