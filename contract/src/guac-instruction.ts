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
