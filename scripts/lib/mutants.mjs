// What a mutant is, and what a test run says about it. A mutant takes one rule of the product out, by text:
//
//   { row: 'SEC-23', rule: 'names that lead up are refused', file: 'server/src/storage/stored-path.ts',
//     find: "name === '..' || ", replace: '', by: 'server/src/storage/stored-path.test.ts › refuses what leads up' }
//
// `find` occurs once in `file`; `by` is one of the tests that the row names in docs/security.md, and fails without the rule.
// A rule that lies in several places has the others in `also`: [{ file, find, replace }].
import { projectOf } from './mutant-projects.mjs';

/** Where docs/security.md says which were killed. */
export const MUTANTS_BEGIN = '<!-- mutants: written by scripts/mutants.mjs --write -->';
const MUTANTS_END = '<!-- end of mutants -->';

/** The file and the title of the test that is to notice a mutant. */
export function testOf({ by }) {
  const [file, title] = by.split(' › ');
  return { file, title, project: projectOf(file) };
}

/** What is changed for a mutant: one place, or several. */
export function patchesOf({ file, find, replace, also = [] }) {
  return [{ file, find, replace }, ...also];
}

/** The text without the rule. Throws where the patch does not fit it any more. */
export function applyPatch(text, { file, find, replace }) {
  const found = text.split(find).length - 1;
  if (found !== 1) {
    throw new Error(`“${find}” occurs ${found} times in ${file}`);
  }
  return text.split(find).join(replace);
}

/** A pattern for vitest's `-t`: the places that a table of cases fills in may hold anything. */
export function titlePattern(title) {
  return title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll(/%[sdifjoO#]/g, '.*');
}

/** Code that cannot be read or names what is not there fails every test, which proves nothing. */
const NO_PROOF =
  /^(SyntaxError(?!.* JSON)|ReferenceError|RolldownError|Error: (Transform failed|Failed to (load|resolve|parse)|Cannot find (module|package)))/;

/**
 * What vitest's report (reporter `json`) says of one test: { state, reason }. It is `killed` when the test ran and failed at
 * what it asserts, `survived` when it passed, and `broken` when nothing can be told from it.
 */
export function verdict(report, { file, title }) {
  const ofFile = report?.testResults.find(({ name }) => name.endsWith(`/${file}`));
  if (!ofFile) {
    return { state: 'broken', reason: 'the run broke off, or did not find the file' };
  }
  const pattern = new RegExp(titlePattern(title));
  const ran = ofFile.assertionResults.filter(
    ({ fullName, status }) => pattern.test(fullName) && ['passed', 'failed'].includes(status),
  );
  const failures = ran.filter(({ status }) => status === 'failed').map(firstLine);
  const failure = failures.find((reason) => !NO_PROOF.test(reason));
  if (failure !== undefined) {
    return { state: 'killed', reason: failure };
  }
  if (failures.length > 0 || ran.length === 0 || ofFile.status === 'failed') {
    return {
      state: 'broken',
      reason: failures[0] ?? (ofFile.message.split('\n', 1)[0] || 'no such test ran'),
    };
  }
  return { state: 'survived', reason: `${ran.length} passed without the rule` };
}

function firstLine({ failureMessages }) {
  return String(failureMessages[0] ?? 'no reason given').split('\n', 1)[0];
}

/** What is wrong with the list, in sentences, without running anything. */
export function mutantProblems(mutants, rows, contentOf) {
  const problems = rows
    .filter(({ id, waitsFor }) => waitsFor === undefined && !mutants.some(({ row }) => row === id))
    .map(({ id }) => `${id} has no mutant`);
  for (const mutant of mutants) {
    const { row, rule, by } = mutant;
    const proofs = rows.find(({ id }) => id === row)?.proofs ?? [];
    if (!proofs.some((proof) => `${proof.file} › ${proof.title}` === by)) {
      problems.push(`${row}: the row does not name “${by}”`);
    }
    if (testOf(mutant).project === undefined) {
      problems.push(`${row}: “${by}” does not run from source`);
    }
    if (mutants.some((other) => other !== mutant && keyOf(other) === keyOf(mutant))) {
      problems.push(`${row}: “${rule}” stands there twice`);
    }
    problems.push(...patchesOf(mutant).flatMap((patch) => patchProblems(patch, contentOf(patch.file), row)));
  }
  return problems;
}

function patchProblems(patch, content, row) {
  if (content === undefined) {
    return [`${row}: ${patch.file} is not there`];
  }
  try {
    return applyPatch(content, patch) === content ? [`${row}: “${patch.find}” is replaced by itself`] : [];
  } catch (error) {
    return [`${row}: ${error.message}`];
  }
}

const keyOf = ({ row, rule }) => `| ${row} | ${rule} |`;

/** The lines of docs/security.md that say which mutants were run. */
export function readMutantTable(text) {
  const [, inside = ''] = text.split(MUTANTS_BEGIN);
  return inside
    .split(MUTANTS_END, 1)[0]
    .split('\n')
    .filter((line) => line.startsWith('| SEC-'));
}

const MISSING = 'not run yet: ';
export const isMissing = (difference) => difference.startsWith(MISSING);

/** Mutants of the list that docs/security.md does not say were killed, and lines there that no mutant is behind. */
export function tableDifferences(text, mutants) {
  const lines = readMutantTable(text);
  const wanted = mutants.map(lineOf);
  return [
    ...wanted.filter((line) => !lines.includes(line)).map((line) => `${MISSING}${line}`),
    ...lines.filter((line) => !wanted.includes(line)).map((line) => `no such mutant: ${line}`),
  ];
}

function lineOf(mutant) {
  const { file, title } = testOf(mutant);
  return `${keyOf(mutant)} \`${mutant.file}\` | \`${file}\` › “${title}” |`;
}

/** docs/security.md with the table of mutants that were killed now, or before and not run now. */
export function writeMutantTable(text, mutants, results) {
  const before = readMutantTable(text);
  const lines = mutants
    .filter((mutant) => {
      const result = results.find((one) => one.mutant === mutant);
      return result ? result.state === 'killed' : before.includes(lineOf(mutant));
    })
    .map(lineOf);
  const [head, rest] = text.split(MUTANTS_BEGIN);
  const [, tail] = rest.split(MUTANTS_END);
  const title = ['| Id | The rule that is taken out | Where | Killed by |', '|---|---|---|---|'];
  return [head + MUTANTS_BEGIN, ...title, ...lines, MUTANTS_END + tail].join('\n');
}
