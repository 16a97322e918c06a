/** What a terminal answers by itself when a program asks: where its cursor is, what it is, its colours, its focus. */
const ANSWER =
  // oxlint-disable-next-line no-control-regex -- these are control sequences
  /^\u001B(?:\[[?>=]?[\d;]*(?:[cnRt]|\$y)|\[[IO]|[\]P_][\s\S]*)$/;
// oxlint-disable-next-line no-control-regex -- as above
const MOUSE = /^\u001B\[(?:M[\s\S]{3}|<[\d;]+[Mm])$/;

/** Where several terminals show the same program, only one of them may answer it. */
export function isTerminalAnswer(text: string): boolean {
  return ANSWER.test(text);
}

/** An answer, or where the mouse is. It belongs to the program that asked, and to no other. */
export function isTerminalReply(text: string): boolean {
  return ANSWER.test(text) || MOUSE.test(text);
}
