import type { WorkerAsset } from '@jadegate/contract/access/worker-asset';
import { NEVER } from '@jadegate/contract/scalars';

export function aWorkerAsset(given: Partial<WorkerAsset> = {}): WorkerAsset {
  return {
    id: 'asset-1',
    name: 'web-01',
    description: 'the shop',
    protocol: 'ssh',
    ip: '',
    port: 0,
    active: true,
    activeMessage: '',
    state: 'up',
    created: NEVER,
    lastAccessTime: NEVER,
    tags: 'blue,green',
    owner: '',
    ownerName: '',
    favourite: false,
    usableNow: true,
    commandsOnly: false,
    shellOff: false,
    usableFrom: null,
    usableUntil: null,
    host: null,
    ...given,
  };
}
