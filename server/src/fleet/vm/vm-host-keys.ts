import net from 'node:net';

import type { AssetInput } from '@jadegate/contract/access/asset';

import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { HostKey } from '../../protocols/ssh/host-key.ts';
import { CollectFailed, type NodeCollectionService } from '../node-collection/node-collection.service.ts';
import type { VmService } from './vm.service.ts';

interface Dependencies {
  logger: Logger;
  nodeCollection: Pick<NodeCollectionService, 'scanHostKeys'>;
  vms: Pick<VmService, 'locate' | 'findAtHypervisor'>;
}

export interface FetchedKeys {
  keys: readonly HostKey[];
  /** By whom. */
  hypervisor: string;
}

const NONE: FetchedKeys = { keys: [], hypervisor: '' };

/**
 * The keys of a machine as its hypervisor sees them, which stands beside it and not across a network. A machine vouches
 * for one address only: one that its hypervisor lists as its own and reaches at its own card.
 */
export class VmHostKeys {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** None where it cannot be done, for whatever reason: then they are learned as those of any other machine. */
  async fetch(id: string, { protocol, ip, port }: AssetInput): Promise<FetchedKeys> {
    const { vms, nodeCollection, logger } = this.#deps;
    if (protocol !== 'ssh' || net.isIP(ip) === 0) {
      return NONE;
    }
    try {
      const located = await vms.locate(id);
      const found = await vms.findAtHypervisor(located, 'en');
      const cards = (found?.detail?.interfaces ?? [])
        .filter(({ addresses }) => addresses.some(({ address }) => address === ip))
        .map(({ mac }) => mac?.toLowerCase() ?? null);
      if (cards.length === 0) {
        return NONE;
      }
      const scan = await nodeCollection.scanHostKeys(located.host.asset_id, { address: ip, port });
      if (!scan || scan.mac === null || !cards.includes(scan.mac)) {
        logger.warn(
          { vmId: id, nodeId: located.host.id, isRead: Boolean(scan) },
          'no host key from a hypervisor',
        );
        return NONE;
      }
      return { keys: scan.keys, hypervisor: located.host.name };
    } catch (error) {
      if (error instanceof AppError || error instanceof CollectFailed) {
        logger.info({ err: error, vmId: id }, 'a hypervisor could not be asked for a host key');
        return NONE;
      }
      throw error;
    }
  }
}
