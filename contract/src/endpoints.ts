import { ACCESS_ENDPOINTS } from './access/area.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { FILES_ENDPOINTS } from './files/area.ts';
import { FLEET_ENDPOINTS } from './fleet/area.ts';
import { IDENTITY_ENDPOINTS } from './identity/area.ts';
import * as menu from './menu-endpoints.ts';
import { OPERATIONS_ENDPOINTS } from './operations/area.ts';
import { PLATFORM_ENDPOINTS } from './platform/area.ts';
import { SESSION_ENDPOINTS } from './session/area.ts';

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}

/** Every endpoint there is. The server refuses to start when one of them has no handler. */
export const ENDPOINTS: readonly AnyEndpoint[] = [
  menu,
  ...PLATFORM_ENDPOINTS,
  ...IDENTITY_ENDPOINTS,
  ...ACCESS_ENDPOINTS,
  ...FILES_ENDPOINTS,
  ...SESSION_ENDPOINTS,
  ...FLEET_ENDPOINTS,
  ...OPERATIONS_ENDPOINTS,
].flatMap((module) => Object.values(module).filter(isEndpoint));
