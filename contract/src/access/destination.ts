import type { Protocol } from './asset-attributes.ts';

/** Where a secret is sent, by which way and how safely. */
export type Destination = Readonly<Record<string, string | number | null>>;

/**
 * A stored secret goes only where it was meant for: whoever makes it lead elsewhere must give it again. Without this
 * rule, whoever may edit a thing could point it at a host of their own and be handed its secret. Assets, gateways and
 * the mail server all ask here.
 */
export function leadsElsewhere(before: Destination, after: Destination): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some((name) => (before[name] ?? null) !== (after[name] ?? null));
}

interface Place {
  protocol: Protocol;
  ip: string;
  port: number;
  accessGatewayId: string | null;
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** Of what an asset is logged in with. Another protocol may send it in clear, another way past other eyes. */
export function assetDestination({ protocol, ip, port, accessGatewayId }: Place, attributes: Attributes) {
  return {
    protocol,
    ip,
    port,
    accessGatewayId,
    ...proxyDestination(attributes),
    repeaterHost: attributes['dest-host'] ?? null,
    repeaterPort: attributes['dest-port'] ?? null,
    // Said at another question, the password is shown: hosts echo the answer to `login:`.
    ...(protocol === 'telnet' && {
      usernamePrompt: attributes['username-regex'] ?? null,
      passwordPrompt: attributes['password-regex'] ?? null,
    }),
  } satisfies Destination;
}

/** Of the password of an asset's proxy. */
export function proxyDestination(attributes: Attributes) {
  const isUsed = attributes['socks-proxy-enable'] === 'true';
  return {
    proxyHost: (isUsed && attributes['socks-proxy-host']) || null,
    proxyPort: (isUsed && attributes['socks-proxy-port']) || null,
  } satisfies Destination;
}
