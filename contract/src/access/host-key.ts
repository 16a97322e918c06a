import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { FamilyTime, Id } from '../scalars.ts';

const HOST_KEY_STATES = ['pinned', 'offered'] as const;

/** A host's public key. `offered` is what a host showed that is not pinned, or not yet, and nobody has accepted. */
export const HostKeyRow = z.object({
  state: z.enum(HOST_KEY_STATES),
  keyType: z.string(),
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  fingerprint: z.string(),
  seen: FamilyTime,
  /** The person whose test taught it; empty when nobody's. */
  seenByName: z.string(),
  seenByAccount: z.string(),
  /** The hypervisor that fetched it from its virtual machine; empty when the host showed it to this server itself. */
  seenVia: z.string(),
});
export type HostKeyRow = z.infer<typeof HostKeyRow>;

/** `SHA256:` and 32 bytes in base64 without padding. */
const Fingerprint = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/);

export const AcceptHostKey = z.strictObject({
  fingerprint: Fingerprint,
  /** Whoever accepts saw no known key. Where one is known by now it stays, and this is refused. */
  isFirst: z.boolean().optional(),
});
export type AcceptHostKey = z.infer<typeof AcceptHostKey>;

const ById = z.object({ id: Id });

export const listAssetHostKeys = endpoint({
  method: 'GET',
  path: '/assets/:id/host-keys',
  access: ['asset-detail', 'asset-edit'],
  summary: 'The host keys known for an asset, and a new or changed one that waits to be accepted.',
  params: ById,
  response: z.array(HostKeyRow),
});

export const acceptAssetHostKey = endpoint({
  method: 'POST',
  path: '/assets/:id/host-keys/accept',
  access: ['asset-edit'],
  summary: 'Trusts the offered key from now on. The fingerprint must be the one that was offered. Audited.',
  params: ById,
  body: AcceptHostKey,
});

export const forgetAssetHostKeys = endpoint({
  method: 'DELETE',
  path: '/assets/:id/host-keys',
  access: ['asset-edit'],
  summary: 'Forgets the asset’s host keys; the next test learns them anew. Audited.',
  params: ById,
});

export const listGatewayHostKeys = endpoint({
  method: 'GET',
  path: '/access-gateways/:id/host-keys',
  access: ['access-gateway', 'access-gateway-edit'],
  summary: 'The host keys known for a gateway, and a changed one that waits to be accepted.',
  params: ById,
  response: z.array(HostKeyRow),
});

export const acceptGatewayHostKey = endpoint({
  method: 'POST',
  path: '/access-gateways/:id/host-keys/accept',
  access: ['access-gateway-edit'],
  summary: 'Trusts the changed key from now on. The fingerprint must be the one that was offered. Audited.',
  params: ById,
  body: AcceptHostKey,
});

export const forgetGatewayHostKeys = endpoint({
  method: 'DELETE',
  path: '/access-gateways/:id/host-keys',
  access: ['access-gateway-edit'],
  summary: 'Forgets the gateway’s host keys; the next test learns them anew. Audited.',
  params: ById,
});
