import { ACCESS_AUDIT } from '../access/area.ts';
import { FILES_AUDIT } from '../files/area.ts';
import { FLEET_AUDIT } from '../fleet/area.ts';
import { IDENTITY_AUDIT } from '../identity/area.ts';
import { joinWords } from '../language.ts';
import { OPERATIONS_AUDIT } from '../operations/area.ts';
import { PLATFORM_AUDIT } from '../platform/area.ts';
import { SESSION_AUDIT } from '../session/area.ts';

/**
 * Every privileged act the product records, named `object.past-verb`, and the kinds of objects they are done to. The audit log is
 * filtered in this order.
 */
export const AUDIT_WORDS = joinWords([
  ...PLATFORM_AUDIT,
  ...IDENTITY_AUDIT,
  ...ACCESS_AUDIT,
  ...FILES_AUDIT,
  ...SESSION_AUDIT,
  ...FLEET_AUDIT,
  ...OPERATIONS_AUDIT,
]);
