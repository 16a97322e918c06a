import {
  forgetGpus,
  getGpu,
  getGpuHistory,
  getGpuMap,
  getGpuSummary,
  listGpuOptions,
  listGpuProcesses,
  listGpus,
  updateGpu,
} from '@jadegate/contract/gpu-endpoints';

import type { Api } from '../../http/api.ts';
import type { GpuService } from './gpu.service.ts';

export function gpuRoutes(api: Api, { gpus }: { gpus: GpuService }): void {
  api.on(listGpuOptions, () => gpus.listOptions());
  api.on(listGpus, ({ actor, query }) => gpus.list(query, actor.language));
  api.on(getGpuSummary, ({ query }) => gpus.summary(query));
  api.on(getGpuMap, ({ query }) => gpus.map(query));
  api.on(getGpu, ({ actor, params }) => gpus.get(params.id, actor.language));
  api.on(updateGpu, ({ actor, params, body }) => gpus.update(actor, params.id, body));
  api.on(forgetGpus, ({ actor, params }) => gpus.forget(actor, params.ids));
  api.on(getGpuHistory, ({ params, query }) => gpus.history(params.id, query.span));
  api.on(listGpuProcesses, ({ params }) => gpus.listProcesses(params.id));
}
