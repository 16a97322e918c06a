import { AssetInput } from '@jadegate/contract/access/asset';
import {
  createVmAsset,
  createVmSnapshot,
  forgetVms,
  getVm,
  getVmHistory,
  getVmSummary,
  getVmTask,
  listVmOptions,
  listVms,
  listVmSources,
  listVmTasks,
  powerVm,
  powerVms,
  refreshVm,
  removeVmSnapshot,
  revertVmSnapshot,
  setVmAutostart,
  updateVm,
} from '@jadegate/contract/fleet/vm-endpoints';

import type { Api } from '../../http/api.ts';
import type { VmAssetService } from './vm-asset.service.ts';
import type { VmTaskService } from './vm-task.service.ts';
import type { VmService } from './vm.service.ts';

interface Services {
  vms: VmService;
  vmAssets: VmAssetService;
  vmTasks: VmTaskService;
}

export function vmRoutes(api: Api, { vms, vmAssets, vmTasks }: Services): void {
  api.on(listVmOptions, () => vms.listOptions());
  api.on(listVms, ({ query }) => vms.list(query));
  api.on(getVmSummary, ({ query }) => vms.summary(query));
  api.on(listVmSources, ({ actor }) => vms.listSources(actor.language));
  api.on(getVmHistory, ({ params, query }) => vms.history(params.id, query.span));
  api.on(getVm, ({ actor, params }) => vms.get(params.id, actor.language));
  api.on(updateVm, ({ actor, params, body }) => vms.update(actor, params.id, body));
  api.on(forgetVms, ({ actor, params }) => vms.forget(actor, params.ids));
  api.on(refreshVm, ({ actor, params }) => vms.refresh(actor, params.id));
  api.on(createVmAsset, ({ actor, params, body }) =>
    vmAssets.create(
      actor,
      params.id,
      AssetInput.parse({ ...body, accountType: body.credentialId === '' ? 'custom' : 'credential' }),
    ),
  );
  api.on(powerVm, ({ actor, params, body: { action, ...wish } }) =>
    vmTasks.begin(actor, params.id, { action }, wish),
  );
  api.on(powerVms, ({ actor, body: { ids, action, reason } }) =>
    vmTasks.beginMany(actor, ids, { action }, reason),
  );
  api.on(setVmAutostart, ({ actor, params, body }) =>
    vmTasks.begin(actor, params.id, { action: body.isOn ? 'autostart-on' : 'autostart-off' }),
  );
  api.on(createVmSnapshot, ({ actor, params, body: { name: snapshot, reason } }) =>
    vmTasks.begin(actor, params.id, { action: 'snapshot-create', snapshot }, { confirm: '', reason }),
  );
  api.on(revertVmSnapshot, ({ actor, params, body: { name: snapshot, ...wish } }) =>
    vmTasks.begin(actor, params.id, { action: 'snapshot-revert', snapshot }, wish),
  );
  api.on(removeVmSnapshot, ({ actor, params, body: { name: snapshot, ...wish } }) =>
    vmTasks.begin(actor, params.id, { action: 'snapshot-delete', snapshot }, wish),
  );
  api.on(listVmTasks, ({ actor, params, query }) => vmTasks.list(params.id, query, actor.language));
  api.on(getVmTask, ({ actor, params }) => vmTasks.get(params.id, params.taskId, actor.language));
}
