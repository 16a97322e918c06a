import {
  exportRun,
  getRun,
  getRunOutput,
  listRunChoice,
  planRun,
  startRun,
  stopRun,
} from '@jadegate/contract/operations/command-run';
import { planFileRun, startFileRun } from '@jadegate/contract/operations/file-run';
import { listAllRuns, listOwnRuns } from '@jadegate/contract/operations/run-history';

import type { Api } from '../../http/api.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { CommandRunService } from './command-run.service.ts';
import type { FileRunService } from './file-run.service.ts';
import type { RunHistoryService } from './run-history.service.ts';
import type { RunViewService } from './run-view.service.ts';

interface Services {
  commandRuns: CommandRunService;
  runViews: RunViewService;
  fileRuns: FileRunService;
  runHistory: RunHistoryService;
  roles: RoleService;
}

export function commandRunRoutes(api: Api, services: Services): void {
  const { commandRuns, runViews, fileRuns, runHistory, roles } = services;
  api.on(planRun, ({ actor, body }) => commandRuns.plan(actor, body));
  api.on(listRunChoice, ({ actor, body }) => commandRuns.choice(actor, body.assetIds));
  api.on(startRun, async ({ actor, body: { timeoutSeconds, ...body } }) => {
    const timeoutMs = timeoutSeconds * SECOND_MS;
    const { id } = await commandRuns.start(actor, { ...body, timeoutMs, origin: 'batch' });
    return { id };
  });
  api.on(planFileRun, ({ actor, body }) => fileRuns.plan(actor, body.assetIds));
  api.on(startFileRun, async ({ actor, body }) => {
    const { id } = await fileRuns.start(actor, body);
    return { id };
  });
  api.on(listOwnRuns, ({ actor, query }) => runHistory.listOwn(actor, query));
  api.on(listAllRuns, async ({ actor, query }) =>
    runHistory.listAll(await roles.withPeopleSearch(actor, query, query.userName)),
  );
  api.on(getRun, ({ actor, params, query }) => runViews.get(actor, params.id, query.after));
  api.on(getRunOutput, ({ actor, params, query }) =>
    runViews.output(actor, params.id, query.assetId, query.from),
  );
  api.on(stopRun, ({ actor, params }) => runViews.stop(actor, params.id));
  api.on(exportRun, async ({ actor, params, query: { format } }) => ({
    filename: `command-run.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    body: await runViews.export(actor, params.id, format),
  }));
}
