import { LIMITS } from '@jadegate/contract/limits';

import type { Tx } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AccessGatewayRepository, GatewayTableRow } from './access-gateway.repository.ts';

/** The gateway and those before it, outermost first. Undefined when one is gone; never longer than the limit. */
export async function chainOf(
  gateways: AccessGatewayRepository,
  id: string,
  tx?: Tx,
): Promise<GatewayTableRow[] | undefined> {
  const chain: GatewayTableRow[] = [];
  for (let next: string | null = id; next !== null;) {
    const row: GatewayTableRow | undefined = await gateways.row(next, tx);
    if (!row || chain.length >= LIMITS.gatewayChain.max) {
      return undefined;
    }
    chain.unshift(row);
    next = row.parent_id;
  }
  return chain;
}

/** Checked within the transaction that writes: two changes at once must not close a circle together. */
export async function checkParent(
  gateways: AccessGatewayRepository,
  id: string,
  parentId: string | null,
  tx: Tx,
): Promise<void> {
  if (parentId === null) {
    return;
  }
  const max = LIMITS.gatewayChain.max;
  let above = 0;
  for (let next: string | null = parentId; next !== null; above++) {
    if (next === id) {
      throw new AppError('access_gateway.cycle', { fields: ['accessGatewayId'] });
    }
    const row: GatewayTableRow | undefined = await gateways.row(next, tx);
    if (!row) {
      throw new AppError('access_gateway.not_found', { fields: ['accessGatewayId'] });
    }
    if (above >= max) {
      break;
    }
    next = row.parent_id;
  }
  if (above + 1 + (await depthBelow(gateways, id, tx)) > max) {
    throw new AppError('access_gateway.too_deep', { params: { limit: max }, fields: ['accessGatewayId'] });
  }
}

async function depthBelow(gateways: AccessGatewayRepository, id: string, tx: Tx): Promise<number> {
  let depth = 0;
  for (let level = [id]; depth <= LIMITS.gatewayChain.max; depth++) {
    level = (await gateways.listChildren(level, tx)).map((child) => child.id);
    if (level.length === 0) {
      break;
    }
  }
  return depth;
}
