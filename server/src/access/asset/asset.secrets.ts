import type { AssetSecretName } from '@jadegate/contract/access/asset';
import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import { assetDestination, leadsElsewhere, proxyDestination } from '@jadegate/contract/access/destination';

import type { Attributes } from './asset.repository.ts';

/** An asset as far as it decides where its secrets go. */
interface AssetPlace {
  columns: { protocol: Protocol; ip: string; port: number; access_gateway_id: string | null };
  attributes: Attributes;
}

interface Plan {
  put: Partial<Record<AssetSecretName, unknown>>;
  remove: readonly AssetSecretName[];
}

/** Another host may answer from now on, or the way to it has changed. */
export function isMoved(before: AssetPlace, after: AssetPlace): boolean {
  return leadsElsewhere(destinationOf(before), destinationOf(after));
}

/** Those that stay as they are and would be sent elsewhere: they must be given again. */
export function secretsNeededAgain(
  stored: readonly string[],
  plans: readonly Plan[],
  before: AssetPlace,
  after: AssetPlace,
): AssetSecretName[] {
  const kept = (stored as readonly AssetSecretName[]).filter((name) =>
    plans.every(({ put, remove }) => !Object.hasOwn(put, name) && !remove.includes(name)),
  );
  const isProxyMoved = leadsElsewhere(
    proxyDestination(before.attributes),
    proxyDestination(after.attributes),
  );
  const moved = kept.filter((name) =>
    name === 'socks-proxy-password' ? isProxyMoved : isMoved(before, after),
  );
  // A passphrase comes with its key.
  return moved.filter((name) => name !== 'passphrase');
}

function destinationOf({ columns, attributes }: AssetPlace) {
  return assetDestination({ ...columns, accessGatewayId: columns.access_gateway_id }, attributes);
}
