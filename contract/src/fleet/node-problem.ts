import * as z from 'zod';

import { sayWay, type Way } from '../access/way.ts';
import { translate, type Language } from '../language.ts';
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
