import type { AccessService } from '../../access/authorised/access.service.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import { useOf } from './live-session.ts';
import type { SessionRecord } from './session.repository.ts';

type AccessDecision = Awaited<ReturnType<AccessService['decide']>>;

/** What was decided about somebody in a session: whether they may be there, with what, and where that is for an asset. */
export type SessionDecision = Pick<AccessDecision, 'allowed' | 'limits' | 'flags' | 'channels'> &
  Partial<Pick<AccessDecision, 'place'>>;

/** What of a session says where it leads. */
type Placed = Pick<SessionRecord, 'user_id' | 'asset_id' | 'vm_id' | 'protocol' | 'mode' | 'door'>;

/** The consoles of virtual machines, as sessions see them. */
export interface ConsolePlaces {
  decide(userId: string, vmId: string): Promise<SessionDecision>;
  /** The hypervisor that carries the machine, with what names the machine to it; rejects when there is no way. */
  resolve(vmId: string): Promise<AssetTarget>;
}

interface Dependencies {
  access: Pick<AccessService, 'decide'>;
  resolveAsset: (assetId: string) => Promise<AssetTarget | undefined>;
  consoles: ConsolePlaces;
}

/**
 * Where sessions lead, and who may be there: an asset, by its grants, or the console of a virtual machine, by the right to
 * consoles. A console names no asset, so that whoever asks past this for the right to one is refused.
 */
export class SessionPlaces {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  decide(session: Omit<Placed, 'protocol'>): Promise<SessionDecision> {
    const { user_id, asset_id, vm_id } = session;
    return vm_id === ''
      ? this.#deps.access.decide(user_id, asset_id, useOf(session))
      : this.#deps.consoles.decide(user_id, vm_id);
  }

  resolve({
    asset_id,
    vm_id,
    protocol,
  }: Omit<Placed, 'user_id' | 'mode' | 'door'>): Promise<AssetTarget | undefined> {
    return vm_id === '' ? this.#deps.resolveAsset(asset_id) : this.resolveConsole(vm_id, protocol);
  }

  /** A console speaks what its session was made for, whatever the way to its hypervisor speaks. */
  async resolveConsole(vmId: string, protocol: Placed['protocol']): Promise<AssetTarget> {
    return { ...(await this.#deps.consoles.resolve(vmId)), protocol };
  }
}
