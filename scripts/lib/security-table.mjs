// Reads the table of docs/security.md: requirement → the tests that show it, or what it waits for.

import { MUTANTS_BEGIN } from './mutants.mjs';

/** How a test is named there: its file, and a title or the first words of a case that stand in it between quotes. */
const PROOF = /^`([^`]+)` › “(.+)”$/;
const WAITING = /^not there yet: (.+)$/;

/** The rows, as { id, requirement, proofs: [{ file, title }], waitsFor }. A cell of another form has neither. */
export function readSecurityTable(text) {
  // what follows says which mutants were killed
  const [rows] = text.split(MUTANTS_BEGIN);
  return rows
    .split('\n')
    .filter((line) => line.startsWith('| SEC-'))
    .map((line) => {
      const [id, requirement, shown] = line
        .split('|')
        .slice(1, 4)
        .map((cell) => cell.trim());
      const parts = shown.split('<br>').map((part) => part.trim());
      return {
        id,
        requirement,
        proofs: parts.flatMap((part) => {
          const [, file, title] = PROOF.exec(part) ?? [];
          return file ? [{ file, title }] : [];
        }),
        waitsFor: WAITING.exec(shown)?.[1],
        unread: parts.filter((part) => !PROOF.test(part) && !WAITING.test(part)),
      };
    });
}

/**
 * What is wrong with the table, in sentences. `contentOf` answers the text of a file, or undefined where there is none.
 * `mayWait` are the ids of requirements whose feature is not there.
 */
export function securityTableProblems(text, { ids, mayWait, contentOf }) {
  const rows = readSecurityTable(text);
  const found = rows.map(({ id }) => id);
  const problems = ids.filter((id) => !found.includes(id)).map((id) => `${id} has no row`);
  if (problems.length === 0 && found.join() !== ids.join()) {
    problems.push('the rows are not in order, or one stands there twice');
  }
  for (const { id, requirement, proofs, waitsFor, unread } of rows) {
    if (!requirement) {
      problems.push(`${id} says no requirement`);
    }
    if (unread.length > 0 || (proofs.length === 0) === (waitsFor === undefined)) {
      problems.push(`${id} names neither its tests nor what it waits for: ${unread.join()}`);
    }
    if (waitsFor !== undefined && !mayWait.includes(id)) {
      problems.push(`${id} must be shown by a test`);
    }
    for (const { file, title } of proofs) {
      const content = contentOf(file);
      if (content === undefined) {
        problems.push(`${id}: ${file} is not there`);
      } else if (!["'", '"', '`'].some((quote) => content.includes(`${quote}${title}${quote}`))) {
        problems.push(`${id}: ${file} has no test “${title}”`);
      }
    }
  }
  return problems;
}
