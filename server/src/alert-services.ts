import os from 'node:os';

import type { CommonServices } from './common-services.ts';
import type { Foundation } from './platform/foundation.ts';
import type { JobServices } from './job-services.ts';
import type { NodeServices } from './node-services.ts';
import { AlertRepository } from './operations/alert/alert.repository.ts';
import { watchBacklog } from './operations/alert/backlog-watch.ts';
import { watchCertificate, type EndingCertificate } from './operations/alert/certificate-watch.ts';
import { watchPart } from './operations/alert/part-watch.ts';
import type { GuacdService } from './platform/setting/guacd.service.ts';
import type { SessionServices } from './session-services.ts';
import type { S3Options } from './storage/s3/s3-bucket.ts';

export interface WatchOptions {
  /** The one that it shows, where it speaks TLS itself. */
  certificate?: EndingCertificate | undefined;
}

type Parts = Foundation &
  WatchOptions &
  Pick<CommonServices, 'alerts' | 'diskSpace'> &
  Pick<SessionServices, 'searchIndexer' | 'recordingMover'> &
  Pick<JobServices, 'jobWatches'> &
  Pick<NodeServices, 'nodeWatches'> & {
    guacd: GuacdService;
    /** The operator has named one: it is missed whether or not there are desktops. */
    isGuacdNamed: boolean;
    s3?: S3Options | undefined;
  };

/** Everything that administrators are told of. */
export function watchInstallation(parts: Parts): void {
  const { alerts, diskSpace, jobWatches, nodeWatches, guacd, storage, s3, clock, dataDir } = parts;
  const { certificate } = parts;
  const server = os.hostname();
  const assets = new AlertRepository(parts.database);
  const { host, port } = guacd.address;
  const address = `${host}:${port}`;
  const isLocal = /^(127\.|::1$|localhost$)/.test(host);
  alerts.add(
    diskSpace.watch,
    ...jobWatches,
    ...nodeWatches,
    ...(certificate ? [watchCertificate(certificate, clock)] : []),
    watchPart({
      kind: 'guacd',
      // One that several servers share is one thing that is away.
      subject: isLocal ? `${server} ${address}` : address,
      wording: 'guacd',
      params: { address },
      ask: () => guacd.expectAnswer(),
      isNeeded: async () => parts.isGuacdNamed || (await assets.hasDesktops()),
    }),
    watchPart({
      kind: 'storage',
      subject: s3 ? `${s3.endpoint ?? ''}/${s3.bucket}` : `${server}:${dataDir}`,
      wording: 'storage',
      params: { place: s3 ? `S3 ${s3.bucket}` : dataDir },
      ask: () => storage.ping(),
    }),
    watchBacklog({
      // Each server has its own, also on one machine.
      server: `${server}:${dataDir}`,
      clock,
      lines: [
        { wording: 'index-waiting', count: () => parts.searchIndexer.waiting },
        { wording: 'recordings-waiting', count: () => parts.recordingMover.countWaiting() },
      ],
    }),
  );
}
