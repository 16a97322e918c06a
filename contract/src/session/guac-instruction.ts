/**
 * One instruction of the Guacamole protocol: elements are `length.value`, joined by commas, ended by a semicolon. Lengths
 * count Unicode code points, so that a value may hold any character and never becomes an instruction of its own.
 */
export function encodeInstruction(...elements: readonly (string | number)[]): string {
  return `${elements.map((element) => encodeElement(String(element))).join(',')};`;
}

function encodeElement(value: string): string {
  return `${countCodePoints(value)}.${value}`;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
}

/**
 * Whole instructions, each with its opcode first. What cannot be read ends the list: the rest has no beginning any more.
 */
export function decodeInstructions(text: string): string[][] {
  const instructions: string[][] = [];
  const hasPairs = /[\uD800-\uDBFF]/.test(text);
  let elements: string[] = [];
  let at = 0;
  while (at < text.length) {
    const dot = text.indexOf('.', at);
    const length = dot < 0 ? Number.NaN : Number(text.slice(at, dot));
    // Neither back to what was read, which would never end, nor beyond what there is.
    if (!Number.isInteger(length) || length < 0 || length > text.length) {
      break;
    }
    const end = hasPairs ? skipCodePoints(text, dot + 1, length) : dot + 1 + length;
    elements.push(text.slice(dot + 1, end));
    if (text[end] === ';') {
      instructions.push(elements);
      elements = [];
    } else if (text[end] !== ',') {
      break;
    }
    at = end + 1;
  }
  return instructions;
}

/** Where so many characters end. One outside the basic plane is two of the units that strings are counted in. */
function skipCodePoints(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0; left -= 1) {
    const code = text.codePointAt(at);
    at += code !== undefined && code > 0xff_ff ? 2 : 1;
  }
  return at;
}
