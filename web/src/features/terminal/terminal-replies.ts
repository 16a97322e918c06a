/**
 * What a terminal answers by itself: where its cursor is, what it is, its colours, that it has the focus, where the
 * mouse is. It belongs to the program that asked, and to no other.
 */
const REPLY =
  // oxlint-disable-next-line no-control-regex -- these are control sequences
  /^\u001B(?:\[[?>=]?[\d;]*(?:[cnRt]|\$y)|\[[IO]|\[M[\s\S]{3}|\[<[\d;]+[Mm]|[\]P_][\s\S]*)$/;

export function isTerminalReply(text: string): boolean {
  return REPLY.test(text);
}
