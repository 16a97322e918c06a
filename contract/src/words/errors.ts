import { ACCESS_ERRORS } from '../access/area.ts';
import { FILES_ERRORS } from '../files/area.ts';
import { FLEET_ERRORS } from '../fleet/area.ts';
import { IDENTITY_ERRORS } from '../identity/area.ts';
import { joinWords } from '../language.ts';
import { OPERATIONS_ERRORS } from '../operations/area.ts';
import { PLATFORM_ERRORS } from '../platform/area.ts';
import { SESSION_ERRORS } from '../session/area.ts';
import { COMMON_ERRORS } from './common-errors.ts';

/** What happened, why, and what to do next. */
export const ERROR_WORDS = joinWords([
  COMMON_ERRORS,
  ...PLATFORM_ERRORS,
  ...IDENTITY_ERRORS,
  ...ACCESS_ERRORS,
  ...FILES_ERRORS,
  ...SESSION_ERRORS,
  ...FLEET_ERRORS,
  ...OPERATIONS_ERRORS,
]);
