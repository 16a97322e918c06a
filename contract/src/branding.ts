import * as z from 'zod';

import { endpoint } from './endpoint.ts';

export const Branding = z.object({
  name: z.string(),
  copyright: z.string(),
  description: z.string(),
  version: z.string(),
  /** IANA name of the zone in which times without one are printed. */
  timeZone: z.string(),
});
export type Branding = z.infer<typeof Branding>;

export const getBranding = endpoint({
  method: 'GET',
  path: '/branding',
  access: 'public',
  summary: 'Name, copyright and version shown on every page.',
  response: Branding,
});
