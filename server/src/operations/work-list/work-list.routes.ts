import { cancelWork, listWork } from '@jadegate/contract/operations/work';

import type { Api } from '../../http/api.ts';
import type { WorkListService } from './work-list.service.ts';

export function workListRoutes(api: Api, { workList }: { workList: WorkListService }): void {
  api.on(listWork, ({ actor }) => workList.list(actor));
  api.on(cancelWork, async ({ actor, params }) => {
    await workList.cancel(actor, params.id);
    return '' as const;
  });
}
