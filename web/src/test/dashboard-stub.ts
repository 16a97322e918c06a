import { listWorkerAssets } from '@jadegate/contract/access/worker-asset';
import { getGpuSummary } from '@jadegate/contract/fleet/gpu-endpoints';
import { getNodeSummary } from '@jadegate/contract/fleet/node-endpoints';
import {
  getDashboard,
  getDashboardActivity,
  getDashboardPresent,
} from '@jadegate/contract/operations/dashboard';
import { listOwnSessions } from '@jadegate/contract/session/own-session';
import { listSessions } from '@jadegate/contract/session/session';

import type { ApiStub } from './api-stub.ts';

/** Answers what the dashboard asks, for tests that only pass by: nothing to do, no machine, no session. */
export function answerDashboard(api: ApiStub): ApiStub {
  const steps = { timeZone: true, credential: true, asset: true, people: true, grant: true, session: true };
  const nothing = {
    steps,
    unreviewedSessions: null,
    unreachableAssets: null,
    isBackedUp: null,
    badRecordings: null,
    endingGrants: null,
  };
  const present = {
    users: null,
    assets: null,
    assetProtocols: null,
    liveSessions: null,
    pastSessions: null,
    failedLogins: null,
    online: null,
    failures: null,
    disk: null,
  };
  return api
    .on(getDashboard, () => nothing)
    .on(getDashboardPresent, () => present)
    .on(getDashboardActivity, () => ({ starts: [], end: '', logins: null, sessions: null }))
    .on(getGpuSummary, () => ({
      total: 0,
      byUsage: { free: 0, held: 0, busy: 0, unknown: 0 },
      byHealth: { ok: 0, unknown: 0, warn: 0, critical: 0 },
      byModel: [],
      utilAverage: null,
      memUsed: 0,
      memTotal: 0,
      powerW: 0,
      idle: [],
    }))
    .on(getNodeSummary, () => ({
      total: 0,
      byStatus: { unknown: 0, online: 0, degraded: 0, offline: 0, 'auth-failed': 0, 'host-key-changed': 0 },
      maintenance: 0,
      cpuAverage: null,
      cpuHighest: null,
      memUsed: 0,
      memTotal: 0,
      openChanges: 0,
    }))
    .on(listOwnSessions, () => [])
    .on(listSessions, () => ({ total: 0, items: [] }))
    .on(listWorkerAssets, () => ({ total: 0, items: [] }));
}
