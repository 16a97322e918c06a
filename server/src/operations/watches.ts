import os from 'node:os';

import type { FleetModule } from '../fleet/module.ts';
import type { IdentityModule } from '../identity/module.ts';
import type { PlatformModule } from '../platform/module.ts';
import type { AlertWatch } from '../platform/notice/alert-watch.interface.ts';
import type { SessionModule } from '../session/module.ts';
import type { S3Options } from '../storage/s3/s3-bucket.ts';
import { AlertRepository } from './alert/alert.repository.ts';
import { watchBacklog } from './alert/backlog-watch.ts';
import { watchCertificate, type EndingCertificate } from './alert/certificate-watch.ts';
import { watchPart } from './alert/part-watch.ts';

interface WatchNeeds {
  platform: Pick<
    PlatformModule,
    | 'dataDir'
    | 'database'
    | 'storage'
    | 'clock'
    | 'auditCheckpoints'
    | 'diskSpace'
    | 'eventWatch'
    | 'guacd'
    | 'isGuacdNamed'
  >;
  session: Pick<SessionModule, 'searchIndexer' | 'recordingMover' | 'evidenceChecks'>;
  fleet: Pick<FleetModule, 'nodeWatches'>;
  identity: Pick<IdentityModule, 'sourceVisits' | 'passkeys'>;
  jobWatches: readonly AlertWatch[];
  certificate: EndingCertificate | undefined;
  s3: S3Options | undefined;
}

/** Everything that administrators are told of. */
export function watchInstallation({
  platform: {
    dataDir,
    database,
    storage,
    clock,
    auditCheckpoints,
    diskSpace,
    eventWatch,
    guacd,
    isGuacdNamed,
  },
  session: { searchIndexer, recordingMover, evidenceChecks },
  fleet: { nodeWatches },
  identity: { sourceVisits, passkeys },
  jobWatches,
  certificate,
  s3,
}: WatchNeeds): AlertWatch[] {
  const server = os.hostname();
  const assets = new AlertRepository(database);
  const { host, port } = guacd.address;
  const address = `${host}:${port}`;
  const isLocal = /^(127\.|::1$|localhost$)/.test(host);
  return [
    diskSpace.watch,
    eventWatch,
    ...jobWatches,
    ...nodeWatches,
    sourceVisits.watch(),
    passkeys.watch(),
    // One watch: what another of its kind did not see would be over.
    {
      ...evidenceChecks.watch,
      check: async () => [...(await evidenceChecks.watch.check()), ...(await auditCheckpoints.conditions())],
    },
    ...(certificate ? [watchCertificate(certificate, clock)] : []),
    watchPart({
      kind: 'guacd',
      // One that several servers share is one thing that is away.
      subject: isLocal ? `${server} ${address}` : address,
      wording: 'guacd',
      params: { address },
      ask: () => guacd.expectAnswer(),
      isNeeded: async () => isGuacdNamed || (await assets.hasDesktops()),
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
        { wording: 'index-waiting', count: () => searchIndexer.waiting },
        { wording: 'recordings-waiting', count: () => recordingMover.countWaiting() },
      ],
    }),
  ];
}
