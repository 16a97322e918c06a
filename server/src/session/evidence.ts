import type { FilesModule } from '../files/module.ts';
import type { PlatformModule } from '../platform/module.ts';
import { RecordingVerifier } from '../recorders/evidence/recording-verifier.ts';
import type { StoredRecordingsOptions } from '../recorders/stored-recordings.ts';
import { productVersion } from '../version.ts';
import { RecordingChainService } from './recording-chain/recording-chain.service.ts';
import type { RecordingPlacesService } from './recording-storage/recording-places.service.ts';
import { EvidenceCheckService } from './session-evidence/evidence-check.service.ts';
import { EvidenceExportService } from './session-evidence/evidence-export.service.ts';
import { TombstoneService } from './session-evidence/tombstone.service.ts';
import type { SessionRecord } from './session/session-kind.ts';

export interface EvidenceNeeds {
  platform: Pick<
    PlatformModule,
    | 'database'
    | 'audit'
    | 'auditArchives'
    | 'signing'
    | 'eventOutbox'
    | 'branding'
    | 'processes'
    | 'clock'
    | 'logger'
  >;
  files: Pick<FilesModule, 'storageLogs'>;
  places: RecordingPlacesService;
  /** Where recordings are kept that are not on this disk any more. */
  stored: StoredRecordingsOptions | undefined;
}

/** What is signed of sessions, looked at, handed out, and left of them when they are deleted. */
export function createEvidence({ platform, files: { storageLogs }, places, stored }: EvidenceNeeds) {
  const { database, audit, auditArchives, signing, eventOutbox, branding, processes, clock, logger } =
    platform;
  const refuseElsewhere = (session: SessionRecord) => places.refuseElsewhere(session);
  return {
    chains: new RecordingChainService({ database, signing, outbox: eventOutbox, clock }),
    tombstones: new TombstoneService({ database, signing, clock }),
    evidenceExports: new EvidenceExportService({
      database,
      audit,
      archives: auditArchives,
      signing,
      storageLogs,
      branding,
      clock,
      version: productVersion(),
      filesOf: (id) => places.filesOf(id),
      refuseElsewhere,
    }),
    evidenceChecks: new EvidenceCheckService({
      database,
      audit,
      signing,
      processes,
      clock,
      logger,
      verifier: new RecordingVerifier(stored),
      placeOf: (id) => places.placeOf(id),
      refuseElsewhere,
    }),
  };
}
