import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { paged } from '../paging.ts';
import { Id, IdList } from '../scalars.ts';
import {
  Gpu,
  GPU_FILTERS,
  GPU_SIGNAL_OUTCOMES,
  GPU_SPANS,
  GPU_USAGES,
  GpuHistory,
  GpuInput,
  GpuMap,
  GpuProcessRow,
  GpuQuery,
  GpuReminder,
  GpuRemindInput,
  GpuRow,
  GpuSignalInput,
  GpuSummary,
} from './gpu.ts';

const ById = z.object({ id: Id });

export const listGpuOptions = endpoint({
  method: 'GET',
  path: '/gpu-resources',
  access: ['gpu-resource'],
  summary: 'Id, model, host and use of every GPU, up to the longest page.',
  response: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      nodeId: z.string(),
      nodeName: z.string(),
      usage: z.enum(GPU_USAGES),
    }),
  ),
});

export const listGpus = endpoint({
  method: 'GET',
  path: '/gpu-resources/paging',
  access: ['gpu-resource'],
  summary: 'GPUs with their last figures, their health and who uses them, page by page.',
  query: GpuQuery,
  response: paged(GpuRow),
});

export const getGpuSummary = endpoint({
  method: 'GET',
  path: '/gpu-resources/summary',
  access: ['gpu-resource'],
  summary:
    'How many GPUs are free, held and busy, what they have and use in all, and which are held without computing.',
  query: z.object(GPU_FILTERS),
  response: GpuSummary,
});

export const getGpuMap = endpoint({
  method: 'GET',
  path: '/gpu-resources/heatmap',
  access: ['gpu-resource'],
  summary: 'Every GPU as a cell, host by host.',
  query: z.object(GPU_FILTERS),
  response: GpuMap,
});

export const getGpu = endpoint({
  method: 'GET',
  path: '/gpu-resources/:id',
  access: ['gpu-resource'],
  summary: 'One GPU with its slices, processes, people and faults.',
  params: ById,
  response: Gpu,
});

export const updateGpu = endpoint({
  method: 'PUT',
  path: '/gpu-resources/:id',
  access: ['gpu-resource-edit'],
  summary: 'Changes what people say of a GPU. What was found stays as it was found.',
  params: ById,
  body: GpuInput,
});

export const forgetGpus = endpoint({
  method: 'DELETE',
  path: '/gpu-resources/:ids',
  access: ['gpu-resource-del'],
  summary: 'Forgets GPUs that are not found any more. One that is still there is refused.',
  params: z.object({ ids: IdList }),
});

export const getGpuHistory = endpoint({
  method: 'GET',
  path: '/gpu-resources/:id/samples',
  access: ['gpu-resource'],
  summary: 'How a GPU did over an hour, a day, a fortnight or a year.',
  params: ById,
  query: z.object({ span: z.enum(GPU_SPANS).default('day') }),
  response: GpuHistory,
});

export const listGpuProcesses = endpoint({
  method: 'GET',
  path: '/gpu-resources/:id/processes',
  access: ['gpu-resource'],
  summary: 'The processes on a GPU, with the account, the person and the recorded session behind each.',
  params: ById,
  response: z.array(GpuProcessRow),
});

export const signalGpuProcess = endpoint({
  method: 'POST',
  path: '/gpu-resources/:id/processes/:pid/signal',
  access: ['gpu-resource-signal'],
  summary:
    'Asks a process on a GPU to end, or ends it. Refused when the number belongs to another process by now.',
  perMinute: 30,
  params: z.object({ id: Id, pid: z.coerce.number().int().min(2).max(999_999_999) }),
  body: GpuSignalInput,
  response: z.object({ outcome: z.enum(GPU_SIGNAL_OUTCOMES) }),
});

export const remindGpuUsers = endpoint({
  method: 'POST',
  path: '/gpu-resources/remind',
  access: ['gpu-resource-remind'],
  summary: 'Reminds the people behind the processes on these GPUs, by mail and in their open terminals.',
  perMinute: 10,
  body: GpuRemindInput,
  response: z.array(GpuReminder),
});
