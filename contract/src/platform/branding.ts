import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

export const Branding = z.object({
  name: z.string(),
  copyright: z.string(),
  description: z.string(),
  /** Whom people ask who cannot sign in; empty when nobody said. */
  contact: z.string(),
  version: z.string(),
  /** Where people reach the product, for links that are passed on; empty when nobody said. */
  publicUrl: z.string(),
  /** IANA name of the zone in which times without one are printed. */
  timeZone: z.string(),
  /** Changes with the logo, for the address of the picture; empty while the product's own is used. */
  logo: z.string(),
  /** What a new password must have at least, so that every form can say so, also that of a login that owes one. */
  passwordMinLength: z.number().int(),
  /** Started with `--demo`: nothing in it is real. */
  isDemo: z.boolean(),
});
export type Branding = z.infer<typeof Branding>;

export const getBranding = endpoint({
  method: 'GET',
  path: '/branding',
  access: 'public',
  summary: 'Name, copyright, logo and version shown on every page.',
  response: Branding,
});

export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

export const getLogo = endpoint({
  method: 'GET',
  path: '/branding/logo',
  access: 'public',
  summary:
    'The logo an administrator chose. `v` is the version that `GET /branding` names; it only helps caches.',
  query: z.object({ v: z.string().max(64).optional() }),
  download: true,
});

/** A little over four thirds of the bytes. */
const LONGEST_BASE64 = Math.ceil(LIMITS.logoBytes / 3) * 4;

export const setLogo = endpoint({
  method: 'PUT',
  path: '/branding/logo',
  access: ['setting'],
  summary:
    'Replaces the logo: a PNG, JPEG or WebP picture as base64. SVG is refused because it can hold scripts.',
  body: z.strictObject({ content: z.base64().min(1).max(LONGEST_BASE64) }),
});

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/branding/logo',
  access: ['setting'],
  summary: 'Goes back to the product’s own logo.',
});
