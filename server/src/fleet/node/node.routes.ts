import { setNodeAsset, testNode } from '@jadegate/contract/fleet/node-connection';
import {
  collectNode,
  confirmNodeChanges,
  createNode,
  createNodesFromAssets,
  deleteNodes,
  exportNodes,
  getNode,
  getNodeHistory,
  getNodeSummary,
  importNodes,
  listNodeChanges,
  listNodeOptions,
  listNodeRacks,
  listNodes,
  setNodeLifecycle,
  updateNode,
} from '@jadegate/contract/fleet/node-endpoints';

import type { Api } from '../../http/api.ts';
import type { NodeAssetService } from './node-asset.service.ts';
import type { NodeExportService } from './node-export.service.ts';
import type { NodeHistoryService } from './node-history.service.ts';
import type { NodeImportService } from './node-import.service.ts';
import type { NodeService } from './node.service.ts';

interface Services {
  nodes: NodeService;
  nodeAssets: NodeAssetService;
  nodeExports: NodeExportService;
  nodeHistory: NodeHistoryService;
  nodeImports: NodeImportService;
}

export function nodeRoutes(
  api: Api,
  { nodes, nodeAssets, nodeExports, nodeHistory, nodeImports }: Services,
): void {
  api.on(listNodeOptions, () => nodes.listOptions());
  api.on(listNodes, ({ actor, query }) => nodes.list(query, actor.language));
  api.on(exportNodes, async ({ actor, query }) => ({
    filename: 'jadegate-nodes.csv',
    contentType: 'text/csv; charset=utf-8',
    body: await nodeExports.export(actor, query),
  }));
  api.on(getNodeSummary, ({ query }) => nodes.summary(query));
  api.on(listNodeRacks, () => nodes.listRacks());
  api.on(getNode, ({ actor, params }) => nodes.get(params.id, actor.language));
  api.on(createNode, ({ actor, body }) => nodes.create(actor, body));
  api.on(createNodesFromAssets, ({ actor, body }) => nodes.createFromAssets(actor, body.assetIds));
  api.on(importNodes, ({ actor, body }) => nodeImports.run(actor, body.csv, body.dryRun));
  api.on(testNode, ({ actor, body }) => nodeAssets.test(actor, body));
  api.on(setNodeAsset, ({ actor, params, body }) => nodeAssets.set(actor, params.id, body));
  api.on(updateNode, ({ actor, params, body }) => nodes.update(actor, params.id, body));
  api.on(setNodeLifecycle, ({ actor, params, body }) =>
    nodes.setLifecycle(actor, params.ids, body.lifecycle),
  );
  api.on(deleteNodes, ({ actor, params }) => nodes.delete(actor, params.ids));
  api.on(collectNode, ({ actor, params }) => nodes.collect(actor, params.id));
  api.on(getNodeHistory, ({ params, query }) => nodeHistory.read(params.id, query.span));
  api.on(listNodeChanges, ({ params, query }) => nodeHistory.listChanges(params.id, query));
  api.on(confirmNodeChanges, ({ actor, params, body }) => nodeHistory.confirm(actor, params.id, body));
}
