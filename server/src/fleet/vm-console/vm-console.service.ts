import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import { channelRights, NO_CHANNELS } from '@jadegate/contract/access/channel-rights';
import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';

import type { PersonMenuService } from '../../identity/user/person-menu.service.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AssetTarget, CarriedVm } from '../../protocols/dial/target.ts';
import type { SshConnection } from '../../protocols/ssh/connect.ts';
import { consoleFailed, type UsableConsole } from '../../session/session/vm-consoles.interface.ts';
import { CollectFailed, type NodeCollectionService } from '../node-collection/node-collection.service.ts';
import type { VmService } from '../vm/vm.service.ts';
import { usableConsole } from './console-failure.ts';

interface Dependencies {
  nodeCollection: Pick<NodeCollectionService, 'consoleOf'>;
  menus: PersonMenuService;
  vms: Pick<VmService, 'find' | 'locate'>;
  resolveAsset: (assetId: string) => Promise<AssetTarget | undefined>;
}

/** What is drawn can be copied, and what was copied pasted; there are no files. */
const flagsOf = (isAllowed: boolean) =>
  Object.fromEntries(
    STRATEGY_FLAGS.map((flag) => [flag, isAllowed && (flag === 'copy' || flag === 'paste')]),
  ) as AccessFlags;

/** A line to somebody's login, and nothing beside it. */
const CONSOLE_CHANNELS = channelRights(['shell']);

/** Those of the settings alone. A line in front of somebody else's login cannot be filtered. */
const LIMITS = {
  idleMinutes: 0,
  maxMinutes: 0,
  recording: true,
  commandFilterId: null,
  commandsOnlyOf: null,
};

/**
 * The consoles of virtual machines as places of sessions. They are nobody's asset and have no grants: who holds the right
 * to consoles may open that of every machine, for as long as they hold it.
 */
export class VmConsoleService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async decide(userId: string, vmId: string) {
    const allowed = (await this.#deps.menus.holds(userId, 'vm-console')) && (await this.#isThere(vmId));
    const channels = allowed ? CONSOLE_CHANNELS : NO_CHANNELS;
    return { allowed, flags: flagsOf(allowed), channels, limits: LIMITS };
  }

  /** The host that carries the machine, with what names the machine to its hypervisor. */
  async resolve(vmId: string): Promise<AssetTarget> {
    const { record, host, kind, uri, ref } = await this.#deps.vms.locate(vmId);
    const { name } = record;
    const target = await this.#deps.resolveAsset(host.asset_id);
    if (target?.protocol !== 'ssh') {
      throw new AppError('vm.no_host', { params: { name } });
    }
    return { ...target, name, vm: { hypervisor: { kind, uri }, ref } };
  }

  /** The consoles of a machine that runs, at this moment. Throws a `StreamFailed` that says why there are none. */
  async ask(client: SshConnection, vm: CarriedVm | undefined, signal: AbortSignal): Promise<UsableConsole> {
    if (!vm) {
      throw consoleFailed('console_gone');
    }
    const asked = this.#deps.nodeCollection.consoleOf(client, vm, signal);
    return usableConsole(
      await asked.catch((error: unknown) => {
        throw error instanceof CollectFailed ? consoleFailed('console_hypervisor_away', error) : error;
      }),
    );
  }

  async #isThere(vmId: string): Promise<boolean> {
    try {
      await this.#deps.vms.find(vmId);
      return true;
    } catch (error) {
      if (error instanceof AppError) {
        return false;
      }
      throw error;
    }
  }
}
