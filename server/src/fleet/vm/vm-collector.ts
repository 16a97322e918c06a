import type { HostFacts } from '@jadegate/contract/fleet/host-facts';
import { VM_FIGURES, type VmFigure } from '@jadegate/contract/fleet/vm';
import type { FoundVm, VmDetail } from '@jadegate/contract/fleet/vm-state';
import type { VmFault } from '@jadegate/contract/words/vm-faults';

import type { Database, Tx } from '../../db/database.ts';
import type { FigureHistory, FigureSample } from '../../db/figure-history.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Logger } from '../../kernel/logger.ts';
import {
  CollectFailed,
  type HypervisorKind,
  type NodeCollectionService,
  type VmListing,
  type VmRef,
} from '../node-collection/node-collection.service.ts';
import { shortened, sumUp } from '../node/node-history.service.ts';
import { homeAfter, isOfCluster, isAuthoritativeFor } from './cluster-authority.policy.ts';
import type { VmBrief } from './vm-figures.ts';
import { stateRow } from './vm-state-row.ts';
import type { KnownVm, SourceRecord, StateRow, VmPlace, VmStateRepository } from './vm-state.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  vmStates: VmStateRepository;
  vmHistory: FigureHistory;
  nodeCollection: Pick<NodeCollectionService, 'vms'>;
}

/** A host as far as its virtual machines go. */
export interface AskedHost {
  id: string;
  name: string;
  asset_id: string | null;
  collects_vms: 0 | 1;
  vm_interval_seconds: number;
  hypervisor_uri: string;
}

/** What it takes to know whether and what to ask a host that has just answered. */
interface HostAnswer {
  node: AskedHost;
  found: HostFacts | null;
  isWanted: boolean;
  signal: AbortSignal | undefined;
}

export interface VmListingOf {
  listing: VmListing;
  /** Of those that were asked about, as they were found. */
  find: (ref: Pick<VmRef, 'provider' | 'key'>) => FoundVm | undefined;
}

interface AskOptions {
  closely: readonly VmRef[];
  signal?: AbortSignal | undefined;
}

/** What a machine is made of changes rarely, and costs most to ask for. */
const CLOSELY_EVERY_MS = 10 * MINUTE_MS;
/** So many at a time; on Proxmox each takes a second. */
const MOST_CLOSELY: Record<HypervisorKind, number> = { libvirt: 100, proxmox: 10 };
/** A host that makes up machines fills no more than this: those that are gone and that nobody described make room. */
const MOST_KNOWN = 10_000;
/** A round that comes a little early is on time. */
const SLACK_MS = 2 * SECOND_MS;

/** Asks hosts for their virtual machines and writes down what they say. What was known of one that is gone stays. */
export class VmCollector {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** After a host answered: never fails, since what it said of itself is well. */
  async onAnswer({ node: host, found: facts, isWanted, signal }: HostAnswer): Promise<void> {
    const { vmStates, logger } = this.#deps;
    try {
      const source = await vmStates.findSource(host.id);
      const kind = kindOf(facts);
      if (host.collects_vms !== 1 || !kind || host.asset_id === null) {
        await this.#isNone(host, source, kind);
      } else if (isWanted || this.#isDue(host, source)) {
        const known = await this.#known(host, source);
        const own = known.filter(({ node_id }) => node_id === host.id);
        const old = own.filter((vm) => isOld(vm, this.#deps.clock.now()));
        await this.ask(host, kind, { closely: old.slice(0, MOST_CLOSELY[kind]).map(refOf), signal });
      }
    } catch (error) {
      if (!(error instanceof CollectFailed)) {
        logger.warn({ err: error, nodeId: host.id }, 'virtual machines could not be written down');
      }
    }
  }

  /**
   * Asks now, and about those that are new or have changed once more, closely. Rejects with `CollectFailed`, which is
   * written down, when there is no way to the host.
   */
  async ask(host: AskedHost, kind: HypervisorKind, { closely, signal }: AskOptions): Promise<VmListingOf> {
    const { nodeCollection, clock } = this.#deps;
    const place = { kind, uri: kind === 'libvirt' ? host.hypervisor_uri : '' };
    const at = clock.now();
    try {
      const first = await this.#believed(
        host,
        await nodeCollection.vms(host.asset_id ?? '', place, { closely, signal }),
      );
      const others = first.vms ? await this.#unfamiliar(host, kind, first) : [];
      const second =
        others.length === 0
          ? undefined
          : await nodeCollection.vms(host.asset_id ?? '', place, { closely: others, signal });
      const listing = joined(first, second);
      await this.#keep(host, kind, listing, at);
      const found = new Map(listing.vms?.map((vm) => [keyOf(vm), vm]));
      return { listing, find: ({ provider, key }) => found.get(keyOf({ provider, key })) };
    } catch (error) {
      if (error instanceof CollectFailed && !signal?.aborted) {
        await this.#fail(host, kind, 'way', JSON.stringify(error.problem));
      }
      throw error;
    }
  }

  /** Nothing of what it says when it is not of the cluster that it names. */
  async #believed(host: AskedHost, listing: VmListing): Promise<VmListing> {
    const { cluster } = listing;
    if (!listing.vms || cluster === null) {
      return listing;
    }
    const members = await this.#deps.vmStates.membersOf(cluster.name);
    return isOfCluster(host.id, cluster.self, members)
      ? listing
      : { vms: undefined, fault: 'not-listed', detail: cluster.name, cluster };
  }

  async #isNone(host: AskedHost, source: SourceRecord | undefined, kind: HypervisorKind | undefined) {
    const fault = kind ? '' : 'missing-tool';
    if (source?.hypervisor !== '' || source.fault !== fault) {
      const row = { asked_at: this.#deps.clock.now(), collected_at: source?.collected_at ?? null };
      const nothing = { node_id: host.id, hypervisor: '' as const, ...NO_CLUSTER, fault, detail: '' };
      await this.#deps.vmStates.writeSource({ ...nothing, ...row });
    }
  }

  #isDue(host: AskedHost, source: SourceRecord | undefined): boolean {
    const now = this.#deps.clock.now();
    const before = now - host.vm_interval_seconds * SECOND_MS + SLACK_MS;
    const asked = source?.asked_at ?? null;
    return asked === null || asked <= before || asked > now;
  }

  #known(host: AskedHost, source: SourceRecord | undefined): Promise<KnownVm[]> {
    return this.#deps.vmStates.listKnown(placeOf(host, source ? { name: source.cluster_name } : null));
  }

  /** New ones, those that changed their state or name, and those nobody has looked at closely. */
  async #unfamiliar(
    host: AskedHost,
    kind: HypervisorKind,
    { vms = [], cluster }: VmListing,
  ): Promise<VmRef[]> {
    const known = new Map(
      (await this.#deps.vmStates.listKnown(placeOf(host, cluster))).map((vm) => [keyOf(refOf(vm)), vm]),
    );
    const members = cluster ? await this.#deps.vmStates.membersOf(cluster.name) : [];
    const isOwn = (vm: FoundVm) =>
      (homeAfter(host.id, vm.host, known.get(keyOf(vm)), members) ?? '') === host.id;
    const isFamiliar = (vm: FoundVm) => {
      const before = known.get(keyOf(vm));
      return Boolean(before?.detail) && before?.state === vm.state && before.name === vm.name;
    };
    return vms
      .filter((vm) => vm.detail === null && isOwn(vm) && !isFamiliar(vm))
      .slice(0, MOST_CLOSELY[kind])
      .map(({ provider, key, host: carrier }) => ({ provider, key, host: carrier }));
  }

  async #fail(host: AskedHost, kind: HypervisorKind, fault: VmFault, detail: string): Promise<void> {
    const { vmStates, clock } = this.#deps;
    const before = await vmStates.findSource(host.id);
    await vmStates.writeSource({
      node_id: host.id,
      hypervisor: kind,
      cluster_name: before?.cluster_name ?? '',
      host_name: before?.host_name ?? '',
      cluster_hosts: before?.cluster_hosts ?? '[]',
      asked_at: clock.now(),
      collected_at: before?.collected_at ?? null,
      fault,
      detail,
    });
  }

  async #keep(host: AskedHost, kind: HypervisorKind, listing: VmListing, at: number): Promise<void> {
    const { vms: listed, fault, detail, cluster } = listing;
    if (!listed) {
      await this.#fail(host, kind, fault ?? 'failed', detail ?? '');
      return;
    }
    const { database, vmStates, vmHistory } = this.#deps;
    const lastAt = (await vmStates.findSource(host.id))?.collected_at ?? null;
    let sampled: FigureSample[] = [];
    await database.transact(async (tx) => {
      await vmStates.writeSource(
        {
          node_id: host.id,
          hypervisor: kind,
          ...clusterColumns(cluster),
          asked_at: at,
          collected_at: at,
          fault: '',
          detail: '',
        },
        tx,
      );
      const members = cluster ? await vmStates.membersOf(cluster.name, tx) : [];
      const known = new Map(
        (await vmStates.listKnown(placeOf(host, cluster), tx)).map((vm) => [keyOf(refOf(vm)), vm]),
      );
      const homes = new Map(
        listed.map((vm) => [keyOf(vm), homeAfter(host.id, vm.host, known.get(keyOf(vm)), members)]),
      );
      const vms = listed.filter((vm) => homes.get(keyOf(vm)) !== undefined);
      const isNew = vms.filter((vm) => !known.has(keyOf(vm)));
      const room = await this.#makeRoom(host, known, { wanted: isNew.length, listed }, tx);
      const made = new Map(isNew.slice(0, room).map((vm) => [keyOf(vm), newVm(vm, host, cluster, at)]));
      await vmStates.insertVms([...made.values()], tx);
      const states = vms.flatMap((vm) => {
        const before = known.get(keyOf(vm));
        const id = before?.id ?? made.get(keyOf(vm))?.id;
        // Somebody has looked since this was asked: what they saw is newer.
        if (id === undefined || (before?.seen_at ?? 0) > at) {
          return [];
        }
        return [stateRow(vm, { id, nodeId: homes.get(keyOf(vm)) ?? host.id, before, at })];
      });
      await vmStates.writeStates(states, tx);
      sampled = states.flatMap((row) => samplesOf(row, at));
      await vmHistory.write(sampled, tx);
      for (const vm of vms) {
        const before = known.get(keyOf(vm));
        if (before && (before.name !== vm.name || before.uuid !== vm.uuid)) {
          await vmStates.rename(
            before.id,
            { name: vm.name, name_key: vm.name.toLowerCase(), uuid: vm.uuid },
            tx,
          );
        }
      }
      const gone = [...known].filter(
        ([key, vm]) => !homes.has(key) && (vm.seen_at ?? 0) <= at && isAuthoritativeFor(host.id, vm, members),
      );
      await vmStates.markMissing(
        gone.map(([, { id }]) => id),
        at,
        tx,
      );
    });
    await sumUp(
      vmHistory,
      sampled.map(({ ownerId }) => ownerId),
      lastAt,
      at,
    );
  }

  /** For how many new ones there is room. Those that were gone longest go, and out of `known`. */
  async #makeRoom(
    host: AskedHost,
    known: Map<string, KnownVm>,
    { wanted, listed }: { wanted: number; listed: readonly FoundVm[] },
    tx: Tx,
  ): Promise<number> {
    const { vmStates, logger } = this.#deps;
    const here = wanted === 0 ? 0 : Math.max(known.size, await vmStates.countOf(host.id, tx));
    const tooMany = here + wanted - MOST_KNOWN;
    if (tooMany <= 0) {
      return wanted;
    }
    const isListed = new Set(listed.map(keyOf));
    const gone = [...known.values()]
      .filter((vm) => vm.missing_since !== null && !isListed.has(keyOf(refOf(vm))))
      .toSorted((one, other) => (one.missing_since ?? 0) - (other.missing_since ?? 0));
    const ids = gone.map(({ id }) => id);
    const removed = new Set(await vmStates.removeUntold(ids, tooMany, tx));
    for (const [key, { id }] of known) {
      if (removed.has(id)) {
        known.delete(key);
      }
    }
    const room = Math.min(wanted, Math.max(0, wanted - tooMany + removed.size));
    const counts = { forgotten: removed.size, leftOut: wanted - room };
    logger.warn({ nodeId: host.id, ...counts }, 'a host tells of more virtual machines than are kept');
    return room;
  }
}

/** One that does not run does nothing that could be drawn. */
function samplesOf(row: StateRow, at: number): FigureSample[] {
  if (row.state !== 'running') {
    return [];
  }
  const { netRxBps, netTxBps, diskReadBps, diskWriteBps } = JSON.parse(row.brief) as VmBrief;
  const all: Record<VmFigure, number | null> = {
    cpuPct: row.cpu_pct,
    memBytes: row.mem_bytes,
    memRssBytes: row.mem_rss_bytes,
    netRxBps,
    netTxBps,
    diskReadBps,
    diskWriteBps,
  };
  return [{ ownerId: row.vm_id, span: 0, at, figures: VM_FIGURES.map((name) => shortened(all[name])) }];
}

/** Proxmox has its own tool; virsh on such a host would see nothing of it. */
function kindOf(facts: HostFacts | null): HypervisorKind | undefined {
  const tools = facts?.tools ?? {};
  return 'pvesh' in tools ? 'proxmox' : 'virsh' in tools ? 'libvirt' : undefined;
}

function placeOf(host: AskedHost, cluster: { name: string } | null): VmPlace {
  return cluster === null || cluster.name === '' ? { nodeId: host.id } : { cluster: cluster.name };
}

const NO_CLUSTER = { cluster_name: '', host_name: '', cluster_hosts: '[]' };

function clusterColumns(cluster: VmListing['cluster']): typeof NO_CLUSTER {
  return cluster
    ? { cluster_name: cluster.name, host_name: cluster.self, cluster_hosts: JSON.stringify(cluster.hosts) }
    : NO_CLUSTER;
}

const keyOf = ({ provider, key }: Pick<VmRef, 'provider' | 'key'>) => `${provider} ${key}`;

function refOf({ provider, vm_key, host }: KnownVm): VmRef {
  return { provider, key: vm_key, host: host || null };
}

function isOld({ detail_at, missing_since }: KnownVm, now: number): boolean {
  return missing_since === null && (detail_at === null || now - detail_at >= CLOSELY_EVERY_MS);
}

/** The second answer is newer, and looked closely at what the first did not. Who speaks was judged by the first. */
function joined(first: VmListing, second: VmListing | undefined): VmListing {
  if (!second?.vms) {
    return first;
  }
  const details = new Map<string, VmDetail | null>(first.vms?.map((vm) => [keyOf(vm), vm.detail]));
  return {
    ...second,
    cluster: first.cluster,
    vms: second.vms.map((vm) => ({ ...vm, detail: vm.detail ?? details.get(keyOf(vm)) ?? null })),
  };
}

function newVm(
  { provider, key, uuid, name }: FoundVm,
  host: AskedHost,
  cluster: VmListing['cluster'],
  at: number,
) {
  return {
    id: newId(at),
    provider,
    home_node_id: cluster === null ? host.id : null,
    cluster_name: cluster?.name ?? '',
    vm_key: key,
    uuid,
    name,
    name_key: name.toLowerCase(),
    owner_id: '',
    department: '',
    labels: '{}',
    description: '',
    manual_ip: '',
    asset_id: null,
    is_protected: 0 as const,
    created_at: at,
    updated_at: at,
  };
}
