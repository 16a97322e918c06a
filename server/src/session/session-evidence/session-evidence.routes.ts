import { BUNDLE } from '@jadegate/contract/session/evidence/bundle';
import {
  checkSessionEvidence,
  downloadPlayer,
  downloadVerifier,
  exportEvidence,
  getEvidenceChecks,
  getSessionEvidence,
  listTombstones,
} from '@jadegate/contract/session/session-evidence';

import type { Api } from '../../http/api.ts';
import type { EvidenceCheckService } from './evidence-check.service.ts';
import type { EvidenceExportService } from './evidence-export.service.ts';
import type { TombstoneService } from './tombstone.service.ts';

interface Services {
  evidenceExports: EvidenceExportService;
  evidenceChecks: EvidenceCheckService;
  tombstones: TombstoneService;
}

const BAD = 200;

export function sessionEvidenceRoutes(
  api: Api,
  { evidenceExports, evidenceChecks, tombstones }: Services,
): void {
  api.on(getSessionEvidence, ({ params }) => evidenceChecks.get(params.id));
  api.on(checkSessionEvidence, ({ actor, params }) => evidenceChecks.checkNow(actor, params.id));
  api.on(getEvidenceChecks, async () => ({
    ...(await evidenceChecks.counts()),
    bad: await evidenceChecks.listBad(BAD),
  }));
  api.on(listTombstones, ({ query }) => tombstones.list(query.sessionId));
  api.on(exportEvidence, ({ actor, params }) => evidenceExports.export(actor, params.id));
  api.on(downloadVerifier, async () => ({
    filename: BUNDLE.verifier,
    contentType: 'text/javascript; charset=utf-8',
    body: (await evidenceExports.tools()).verifier,
  }));
  api.on(downloadPlayer, async () => ({
    filename: BUNDLE.player,
    // Never a page of this origin: it is for the disk.
    contentType: 'application/octet-stream',
    body: (await evidenceExports.tools()).player,
  }));
}
