import type { AssetInput } from '@jadegate/contract/access/asset';

import type { AssetService } from '../../access/asset/asset.service.ts';
import type { HostKeyService } from '../../access/host-key/host-key.service.ts';
import type { Database } from '../../db/database.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { VmHostKeys } from './vm-host-keys.ts';
import type { VmRepository } from './vm.repository.ts';
import { about, type VmService } from './vm.service.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  roles: RoleService;
  assets: Pick<AssetService, 'prepare' | 'createMany'>;
  hostKeys: Pick<HostKeyService, 'learnFrom'>;
  vmHostKeys: Pick<VmHostKeys, 'fetch'>;
  vms: VmRepository;
  vmService: Pick<VmService, 'find'>;
}

/** The assets by which people connect to virtual machines. */
export class VmAssetService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Made, linked, and with the host keys that its hypervisor sees, in one go. */
  async create(actor: Actor, id: string, input: AssetInput): Promise<{ assetId: string; hostKeys: number }> {
    const { database, audit, vms, vmService, roles, assets, hostKeys, vmHostKeys, clock } = this.#deps;
    if (!(await roles.mayUseAny({ id: actor.userId, type: 'admin' }, ['asset-add']))) {
      throw new AppError('vm.asset_forbidden');
    }
    const prepared = await assets.prepare(actor, input);
    refuseLinked(await vmService.find(id));
    const fetched = await vmHostKeys.fetch(id, input);
    const assetId = await database.transact(async (tx) => {
      const record = await vmService.find(id, tx);
      refuseLinked(record);
      const [made = ''] = await assets.createMany(actor, [prepared], tx);
      await vms.update(id, { asset_id: made, updated_at: clock.now() }, tx);
      const detail = { assetId: made, name: input.name, protocol: input.protocol, ip: input.ip };
      await audit.write(actor, { action: 'vm.linked', object: about(record), detail }, tx);
      await hostKeys.learnFrom(actor, `asset:${made}`, fetched, tx);
      return made;
    });
    return { assetId, hostKeys: fetched.keys.length };
  }
}

function refuseLinked({
  asset_id,
  asset_name,
}: {
  asset_id: string | null;
  asset_name: string | null;
}): void {
  if (asset_id !== null) {
    throw new AppError('vm.linked', { params: { name: asset_name ?? '' } });
  }
}
