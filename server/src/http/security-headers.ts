import { randomBytes } from 'node:crypto';

import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Site } from './site.ts';

/** What browsers let a page ask people for. */
function permissions(microphone: string): string {
  return `camera=(), microphone=${microphone}, geolocation=(), payment=(), usb=()`;
}

/** Every answer carries these. Pages replace the policy with their own; data needs none of what a page may do. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions('()'),
  'cache-control': 'no-store',
} as const;

const HSTS = 'max-age=31536000; includeSubDomains';

export function addSecurityHeaders(app: FastifyInstance, site: Site): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    reply.header('x-request-id', request.id);
    if (site.isSecure(request)) {
      reply.header('strict-transport-security', HSTS);
    }
  });
}

/** Lets a page run its own scripts and the styles that carry the nonce, and nothing else. */
export function allowPage(reply: FastifyReply): { nonce: string } {
  const nonce = randomBytes(16).toString('base64');
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data: blob:",
    'font-src': "'self' data:",
    // Files that people look at: bytes of their own, under a type that the page chose.
    'media-src': 'blob:',
    'frame-src': 'blob:',
    'connect-src': "'self'",
    'worker-src': "'self' blob:",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  const text = Object.entries(policy).map((rule) => rule.join(' '));
  reply.header('content-security-policy', text.join('; '));
  // Desktops may hear it, where the asset says so and the person has said yes.
  reply.header('permissions-policy', permissions('(self)'));
  return { nonce };
}
