import * as z from 'zod';

import { sayWay, type Way } from '../access/way.ts';
import { translate, type Language, type Sentence } from '../language.ts';
import { NODE_PROBLEM_WORDS, type NodeProblemKind } from '../words/node-problems.ts';

export const NODE_PROBLEM_KINDS = Object.keys(NODE_PROBLEM_WORDS) as [NodeProblemKind, ...NodeProblemKind[]];
export type { NodeProblemKind };

/** What went wrong, before it is said in anybody's language. */
export interface Problem {
  kind: NodeProblemKind;
  /** The part of the answer it is about; absent when there was none. */
  section?: string | undefined;
  /** The exit code of its command. */
  rc?: number | undefined;
  /** The first line that the command said about itself. */
  detail?: string | undefined;
  /** With `tcp` and `gateway`. */
  way?: Way | undefined;
}

/** As people read it. */
export const NodeProblem = z.object({
  kind: z.enum(NODE_PROBLEM_KINDS),
  section: z.string(),
  rc: z.number().int().nullable(),
  message: z.string(),
  remedy: z.string(),
  /** In the machine's own words. */
  detail: z.string(),
});
export type NodeProblem = z.infer<typeof NodeProblem>;

/** Why something failed on a host, and in whose words. What is wrong with the way there is stored as that. */
export function sayFault<Fault extends string>(
  words: Readonly<Record<Fault | 'way', Sentence>>,
  { fault, detail }: { fault: string; detail: string },
  language: Language,
): { message: string; detail: string } {
  if (fault === '') {
    return { message: '', detail };
  }
  if (fault === 'way') {
    const { message: reason } = sayProblem(JSON.parse(detail) as Problem, language);
    return { message: translate(words.way, language, { reason }), detail: '' };
  }
  return { message: translate(words[fault as Fault], language), detail };
}

export function sayProblem({ kind, section, rc, detail, way }: Problem, language: Language): NodeProblem {
  const { message, remedy } = NODE_PROBLEM_WORDS[kind];
  const params = { reason: way ? sayWay(way, language) : '' };
  return {
    kind,
    section: section ?? '',
    rc: rc ?? null,
    message: translate(message, language, params),
    remedy: translate(remedy, language),
    detail: detail ?? '',
  };
}
