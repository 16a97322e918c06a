import { NodeLabels } from '@jadegate/contract/fleet/node';
import { LIMITS } from '@jadegate/contract/limits';
import { Id } from '@jadegate/contract/scalars';

import { isJsonOf } from '../../kernel/stored-text.ts';
import { named, text, time } from './section-values.ts';
import { section } from './section.ts';

/** What people say of GPUs, by the name that a card has for good. The cards themselves are found anew. */
export const GPU_NOTES = section({
  name: 'gpu-notes',
  table: 'gpu_note',
  key: ['card_key'],
  label: (row) => String(row.card_key),
  columns: {
    id: Id,
    card_key: named,
    note: text.max(LIMITS.gpuNote.max),
    labels: text.refine((json) => isJsonOf(NodeLabels, json)),
    updated_at: time,
  },
});
