import type { Language, SentenceParams } from '@jadegate/contract/language';
import { translate } from '@jadegate/contract/language';
import { VALIDATION_WORDS, type ValidationRule } from '@jadegate/contract/words/validation';

import { AppError } from './app-error.ts';

/** The refusal of fields by a rule that the schema alone cannot know, in the same form as the schema's own. */
export function fieldError(
  language: Language,
  paths: readonly string[],
  rule: ValidationRule,
  params: SentenceParams = {},
): AppError {
  const message = translate(VALIDATION_WORDS[rule], language, params);
  return new AppError('validation', {
    params: { first: `${paths[0] ?? ''} ${message}`.trim() },
    fieldErrors: paths.map((path) => ({ path, rule, message })),
  });
}
