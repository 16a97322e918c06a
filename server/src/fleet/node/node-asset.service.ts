import { AssetInput } from '@jadegate/contract/access/asset';
import type { NodeConnection, NodeTrial, NodeWay } from '@jadegate/contract/fleet/node-connection';
import { sayProblem } from '@jadegate/contract/fleet/node-problem';

import type { AssetTargetService } from '../../access/asset/asset-target.service.ts';
import type { AssetService, PreparedAsset } from '../../access/asset/asset.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import {
  CollectFailed,
  type Facts,
  type NodeCollectionService,
} from '../node-collection/node-collection.service.ts';
import { briefOf } from './node-figures.ts';
import type { NodeRecord, NodeRepository } from './node.repository.ts';
import type { NodeService } from './node.service.ts';

interface Dependencies {
  audit: AuditService;
  assets: AssetService;
  assetTargets: Pick<AssetTargetService, 'draft'>;
  nodeCollection: Pick<NodeCollectionService, 'facts' | 'tryOut'>;
  nodes: NodeRepository;
  nodeService: NodeService;
}

/** The assets by which physical hosts are reached: tried, made and linked. */
export class NodeAssetService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Nothing of it is kept, but that it was done. */
  async test(actor: Actor, way: NodeWay): Promise<NodeTrial> {
    const { audit, nodeService, nodeCollection } = this.#deps;
    if ('assetId' in way) {
      await nodeService.refuseAsset(actor, way.assetId);
      const [asset] = await this.#deps.nodes.listAssets([way.assetId]);
      const object = { type: 'asset' as const, id: way.assetId, name: asset?.name ?? '' };
      await audit.writeAlone(actor, { action: 'node.tested', object });
      const options = await nodeService.teacher(actor, way.assetId);
      return tried(actor, async () => ({ facts: await nodeCollection.facts(way.assetId, options) }));
    }
    const draft = await this.#draft(actor, way, { name: way.ip, labels: '{}' });
    const { ip, port, accountType, credentialId, accessGatewayId } = draft.input;
    await audit.writeAlone(actor, {
      action: 'node.tested',
      object: { type: 'node', id: '', name: ip },
      detail: { ip, port, accountType, credentialId, accessGatewayId },
    });
    await this.#deps.assets.refuseReferences(actor, draft);
    return tried(actor, async () => {
      const { facts, key } = await nodeCollection.tryOut(this.#deps.assetTargets.draft(draft));
      return { facts, hostKey: `${key.keyType} ${key.fingerprint}` };
    });
  }

  /** Links an asset that is there, or makes one. */
  async set(actor: Actor, id: string, way: NodeWay) {
    const { nodeService, nodes, assets } = this.#deps;
    const node = await nodeService.find(id);
    if ('assetId' in way) {
      await nodeService.refuseAsset(actor, way.assetId);
      return this.#link(actor, id, way.assetId, false);
    }
    const draft = await this.#draft(actor, way, node);
    const like = await nodes.findLike(draft.input, draft.account);
    if (like && (await nodeService.mayLink(actor, like.id))) {
      return this.#link(actor, id, like.id, false);
    }
    const asset = await assets.create(actor, draft.input);
    return this.#link(actor, id, asset.id, true);
  }

  async #link(actor: Actor, id: string, assetId: string, isNew: boolean) {
    const { nodes, nodeService } = this.#deps;
    await nodeService.linkAsset(actor, id, assetId);
    const [asset] = await nodes.listAssets([assetId]);
    return { assetId, name: asset?.name ?? '', isNew };
  }

  async #draft(
    actor: Actor,
    connection: NodeConnection,
    { name, labels }: Pick<NodeRecord, 'name' | 'labels'>,
  ): Promise<PreparedAsset> {
    const { assets, nodeService } = this.#deps;
    if (!(await nodeService.holds(actor, 'asset-add'))) {
      throw new AppError('node.connection_forbidden');
    }
    const tags = Object.entries(JSON.parse(labels) as Record<string, string>)
      .map((pair) => pair.join('='))
      .filter((tag) => !tag.includes(','));
    const read = AssetInput.safeParse({
      ...connection,
      name,
      protocol: 'ssh',
      tags: tags.join(','),
    });
    if (!read.success) {
      throw new AppError('node.asset_unfit');
    }
    return assets.prepare(actor, read.data);
  }
}

async function tried(
  { language }: Actor,
  ask: () => Promise<{ facts: Facts; hostKey?: string }>,
): Promise<NodeTrial> {
  try {
    const { facts, hostKey = '' } = await ask();
    return {
      problem: null,
      hostKey,
      latencyMs: facts.latencyMs,
      pollMs: facts.pollMs,
      brief: briefOf(facts.facts),
      memBytes: facts.facts.memory.totalBytes,
      problems: facts.problems.map((problem) => sayProblem(problem, language)),
    };
  } catch (error) {
    if (!(error instanceof CollectFailed)) {
      throw error;
    }
    const nothing = { hostKey: '', latencyMs: null, pollMs: null, brief: null, memBytes: null, problems: [] };
    return { ...nothing, problem: sayProblem(error.problem, language) };
  }
}
