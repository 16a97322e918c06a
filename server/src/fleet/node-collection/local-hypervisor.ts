import { localLibvirt } from '@jadegate/contract/fleet/node';

import { hypervisorOf, type HypervisorKind } from '../../protocols/collector/hypervisor/hypervisor.ts';
import type { Hypervisor } from '../../protocols/collector/hypervisor/provider.ts';
import { CollectFailed } from './collect-failure.ts';

/** What was stored may be older than what is allowed now: throws `CollectFailed` before anything is sent. */
export function localHypervisor(kind: HypervisorKind, uri: string): Hypervisor {
  if (kind === 'libvirt' && uri !== '' && localLibvirt(uri) === undefined) {
    throw new CollectFailed({ kind: 'hypervisor-address' });
  }
  return hypervisorOf(kind, uri);
}
