import type { OwnSession } from '@jadegate/contract/session/own-session';

import { familyTime } from '../../kernel/family-time.ts';
import { awayUntil, type Live } from './live-session.ts';
import { presentCreated } from './session.present.ts';

/** The live sessions of a person, newest first, for whoever wants to go on with one elsewhere. */
export function presentOwn(live: readonly Live[]): Promise<OwnSession[]> {
  const newestFirst = live.toSorted((a, b) => b.startedAt - a.startedAt);
  return Promise.all(
    newestFirst.map(async ({ record, kind, stream, startedAt, away }) => ({
      ...(await presentCreated(record, { hasFiles: stream.files !== undefined, kind })),
      assetId: record.asset_id,
      vmId: record.vm_id,
      assetName: record.asset_name,
      protocol: record.protocol,
      clientIp: record.client_ip,
      connectedTime: familyTime(startedAt),
      isOpen: stream.hasClient,
      awayUntil: awayUntil({ away }),
    })),
  );
}
