import {
  forgetGpus,
  getGpu,
  getGpuHistory,
  getGpuMap,
  getGpuSummary,
  listGpuOptions,
  listGpuProcesses,
  listGpus,
  remindGpuUsers,
  signalGpuProcess,
  updateGpu,
} from '@jadegate/contract/fleet/gpu-endpoints';

import type { Api } from '../../http/api.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { GpuReminderService } from './gpu-reminder.service.ts';
import type { GpuSignalService } from './gpu-signal.service.ts';
import type { GpuService } from './gpu.service.ts';

interface Services {
  gpus: GpuService;
  gpuSignals: GpuSignalService;
  gpuReminders: GpuReminderService;
  roles: RoleService;
}

export function gpuRoutes(api: Api, { gpus, gpuSignals, gpuReminders, roles }: Services): void {
  api.on(listGpuOptions, () => gpus.listOptions());
  api.on(listGpus, async ({ actor, query }) =>
    gpus.list(await roles.withPeopleSearch(actor, query, query.keyword), actor.language),
  );
  api.on(getGpuSummary, async ({ actor, query }) =>
    gpus.summary(await roles.withPeopleSearch(actor, query, query.keyword)),
  );
  api.on(getGpuMap, async ({ actor, query }) =>
    gpus.map(await roles.withPeopleSearch(actor, query, query.keyword)),
  );
  api.on(getGpu, ({ actor, params }) => gpus.get(params.id, actor.language));
  api.on(updateGpu, ({ actor, params, body }) => gpus.update(actor, params.id, body));
  api.on(forgetGpus, ({ actor, params }) => gpus.forget(actor, params.ids));
  api.on(getGpuHistory, ({ params, query }) => gpus.history(params.id, query.span));
  api.on(signalGpuProcess, ({ actor, params, body }) =>
    gpuSignals.signal(actor, params.id, params.pid, body),
  );
  api.on(remindGpuUsers, ({ actor, body }) => gpuReminders.remind(actor, body));
  api.on(listGpuProcesses, ({ params }) => gpus.listProcesses(params.id));
}
