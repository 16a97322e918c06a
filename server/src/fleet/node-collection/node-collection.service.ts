import type { GpuSignal } from '@jadegate/contract/fleet/gpu';
import type { NodePowerAction } from '@jadegate/contract/fleet/node-power';
import type { Problem } from '@jadegate/contract/fleet/node-problem';

import type { AccessGatewayService } from '../../access/access-gateway/access-gateway.service.ts';
import type { HostKeyService } from '../../access/host-key/host-key.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Counters } from '../../protocols/collector/counters.ts';
import type { GpuFault, GpuFaults } from '../../protocols/collector/gpu-faults.ts';
import { keyscanQuestion, type ScannedPlace } from '../../protocols/collector/host-keyscan.ts';
import { powerQuestion, type HostPower } from '../../protocols/collector/host-power.ts';
import type { HypervisorKind } from '../../protocols/collector/hypervisor/hypervisor.ts';
import type {
  ConsoleAnswer,
  HypervisorFault,
  VmCommand,
  VmListing,
  VmOutcome,
  VmRef,
} from '../../protocols/collector/hypervisor/provider.ts';
import {
  signalQuestion,
  type ProcessRef,
  type SignalOutcome,
} from '../../protocols/collector/process-signal.ts';
import {
  COLLECT_COMMAND,
  factsQuestion,
  metricsQuestion,
  type Question,
} from '../../protocols/collector/question.ts';
import type {
  Answer,
  AnswerTask,
  FactsAnswer,
  GpuWord,
  KeyscanAnswer,
  MetricsAnswer,
  PowerAnswer,
  SignalAnswer,
  VmActAnswer,
  VmConsoleAnswer,
  VmsAnswer,
} from '../../protocols/collector/read-answer.ts';
import type { AssetTarget, CarriedVm } from '../../protocols/dial/target.ts';
import { askShell } from '../../protocols/ssh/ask-shell.ts';
import type { SshConnection } from '../../protocols/ssh/connect.ts';
import { readHostKey, type HostKey, type HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import { AnswerReader } from './answer-reader.ts';
import { CollectFailed, problemOf } from './collect-failure.ts';
import { HostLinks, type LinkAnswer } from './host-links.ts';
import { localHypervisor } from './local-hypervisor.ts';

export { CollectFailed };
export type {
  ConsoleAnswer,
  Counters,
  GpuFault,
  GpuFaults,
  GpuWord,
  HypervisorFault,
  HypervisorKind,
  VmListing,
  VmRef,
};

interface Dependencies {
  gateways: Pick<AccessGatewayService, 'open'>;
  hostKeys: Pick<HostKeyService, 'policy'>;
  clock: Clock;
  /** The asset as something to connect to; undefined when there is none. */
  resolve(assetId: string): Promise<AssetTarget | undefined>;
  attributes(assetId: string): Promise<Readonly<Record<string, string>>>;
  /** For tests. */
  limits?: Partial<typeof LIMITS>;
}

interface CollectOptions {
  learnFor?: Actor | undefined;
  signal?: AbortSignal | undefined;
}

interface MetricsOptions extends CollectOptions {
  physicalInterfaces: readonly string[];
  gpuWords: readonly GpuWord[];
  /** Some card is cut into slices: its document is asked for, too. */
  hasSlices?: boolean | undefined;
  /** Whether the kernel's log is read for faults of cards. */
  withFaults?: boolean | undefined;
  before: Counters | undefined;
}

/** Which hypervisor of the machine is meant; `uri` is libvirt's, empty for what the account has as its own. */
interface HypervisorPlace {
  kind: HypervisorKind;
  uri: string;
}

/** What a round trip cost, beside what it brought. */
interface Cost {
  latencyMs: number;
  pollMs: number;
}
export type Facts = FactsAnswer & Cost;
export type Metrics = MetricsAnswer & Cost;

const LIMITS = {
  connectMs: 15 * SECOND_MS,
  factsMs: 90 * SECOND_MS,
  metricsMs: 45 * SECOND_MS,
  vmsMs: 90 * SECOND_MS,
  signalMs: 30 * SECOND_MS,
  powerMs: 30 * SECOND_MS,
  keyscanMs: 20 * SECOND_MS,
  /** Keeping the memory of a large machine takes minutes. */
  vmActMs: 6 * MINUTE_MS,
  consoleMs: 30 * SECOND_MS,
  maxOutput: 2 * 1024 * 1024,
  maxErrors: 256 * 1024,
  /** Far more than the longest honest answer needs. */
  readMs: 10 * SECOND_MS,
};

type TaskOf<What> = What extends AnswerTask['what']
  ? Omit<Extract<AnswerTask, { what: What }>, 'nonce' | 'stdout' | 'stderr' | 'at'>
  : never;

/**
 * Asks machines what they are and how they do: one shell script on the input of one command, nothing installed and
 * nothing left behind, on the way and with the account and the host key of their asset. Whatever they print is bounded,
 * and read apart.
 */
export class NodeCollectionService {
  readonly #deps: Dependencies;
  readonly #limits: typeof LIMITS;
  readonly #links: HostLinks;
  readonly #reader: AnswerReader;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#limits = { ...LIMITS, ...dependencies.limits };
    this.#links = new HostLinks(dependencies);
    this.#reader = new AnswerReader(this.#limits.readMs);
  }

  /** Rejects with `CollectFailed`. */
  facts(assetId: string, options: CollectOptions): Promise<Facts> {
    return this.#collect(assetId, factsQuestion(), { what: 'facts' }, options) as Promise<Facts>;
  }

  /** Rejects with `CollectFailed`. */
  metrics(
    assetId: string,
    {
      physicalInterfaces,
      gpuWords,
      hasSlices = false,
      withFaults = false,
      before,
      ...options
    }: MetricsOptions,
  ): Promise<Metrics> {
    const words = gpuWords.map(({ word }) => word);
    const question = metricsQuestion({ gpuWords: words, hasSlices, withFaults });
    const task = { what: 'metrics', physicalInterfaces, gpuWords, before } as const;
    return this.#collect(assetId, question, task, options) as Promise<Metrics>;
  }

  /** Its virtual machines, and of those that are asked about `closely` what they are made of. Rejects with `CollectFailed`. */
  async vms(
    assetId: string,
    { kind, uri }: HypervisorPlace,
    { closely, ...options }: CollectOptions & { closely: 'all' | readonly VmRef[] },
  ): Promise<VmListing> {
    const question = localHypervisor(kind, uri).listQuestion(closely);
    const answer = await this.#collect(assetId, question, { what: 'vms', kind }, options);
    return (answer as VmsAnswer).listing;
  }

  /**
   * Has a virtual machine do something. It gets a connection of its own, so that neither the questions of the machine nor
   * somebody's force-off wait for a snapshot. Rejects with `CollectFailed` when there was no way to say it.
   */
  async actOnVm(
    assetId: string,
    { kind, uri }: HypervisorPlace,
    vm: VmRef,
    command: VmCommand,
    options: CollectOptions = {},
  ): Promise<VmOutcome> {
    const question = localHypervisor(kind, uri).actQuestion(vm, command);
    const links = new HostLinks(this.#deps);
    try {
      const answer = await this.#collect(
        assetId,
        question,
        { what: 'vm-act', kind, command },
        options,
        links,
      );
      return (answer as VmActAnswer).outcome;
    } finally {
      links.close();
    }
  }

  /**
   * What a machine says that is not stored yet, and the key by which it showed itself: nothing is kept of either. Rejects
   * with `CollectFailed`.
   */
  async tryOut(target: AssetTarget, options: CollectOptions = {}): Promise<{ facts: Facts; key: HostKey }> {
    let shown: HostKey | undefined;
    const policy: HostKeyPolicy = {
      pinned: [],
      decide: (key) => {
        shown = key;
        return 'trusted';
      },
    };
    const links = new HostLinks({
      gateways: this.#deps.gateways,
      hostKeys: { policy: async () => policy },
      attributes: async () => ({}),
    });
    try {
      const facts = await this.#collectFrom(target, factsQuestion(), { what: 'facts' }, options, links);
      if (!shown) {
        throw new CollectFailed({ kind: 'hostkey-unknown' });
      }
      return { facts: facts as Facts, key: shown };
    } finally {
      links.close();
    }
  }

  /**
   * Sends a signal to a process of the machine if it is still the one that is meant. On a connection of its own, so that
   * it waits for no question. Rejects with `CollectFailed`.
   */
  async signalProcess(assetId: string, process: ProcessRef, signal: GpuSignal): Promise<SignalOutcome> {
    const links = new HostLinks(this.#deps);
    try {
      const question = signalQuestion(process, signal);
      const answer = await this.#collect(assetId, question, { what: 'signal' }, {}, links);
      const { outcome } = answer as SignalAnswer;
      if (outcome === undefined) {
        throw new CollectFailed({ kind: 'parse' });
      }
      return outcome;
    } finally {
      links.close();
    }
  }

  /**
   * Has the machine restart or go down, or only say which run of its system this is. On a connection of its own: it is
   * not to wait, and the one that is kept may be dead by then. Rejects with `CollectFailed`.
   */
  async power(
    assetId: string,
    action: NodePowerAction | 'look',
    options: CollectOptions = {},
  ): Promise<HostPower> {
    const links = new HostLinks(this.#deps);
    try {
      const answer = await this.#collect(assetId, powerQuestion(action), { what: 'power' }, options, links);
      return (answer as PowerAnswer).power;
    } finally {
      links.close();
    }
  }

  /**
   * The keys that one of the machine's neighbours shows it, and at which card of its network. Undefined when what it
   * printed is not to be believed. Rejects with `CollectFailed`.
   */
  async scanHostKeys(
    assetId: string,
    place: ScannedPlace,
  ): Promise<{ keys: HostKey[]; mac: string | null } | undefined> {
    const task = { what: 'keyscan', place } as const;
    const { scan } = (await this.#collect(assetId, keyscanQuestion(place), task, {})) as KeyscanAnswer;
    const keys = scan?.keys.map(({ keyType, publicKey }) => {
      const key = readHostKey(Buffer.from(publicKey, 'base64'));
      return key?.keyType === keyType ? key : undefined;
    });
    const known = keys?.filter((key) => key !== undefined);
    return scan && known && known.length === keys?.length ? { keys: known, mac: scan.mac } : undefined;
  }

  /**
   * The consoles of a virtual machine at this moment, with the password of its screen. Asked on the connection of whoever
   * opens one, which goes when there is no answer. Undefined when there is none that can be read.
   */
  async consoleOf(
    client: SshConnection,
    { hypervisor: { kind, uri }, ref }: CarriedVm,
    signal: AbortSignal,
  ): Promise<ConsoleAnswer | undefined> {
    const { nonce, input } = localHypervisor(kind, uri).consoleQuestion(ref);
    const { consoleMs: timeoutMs, maxOutput, maxErrors } = this.#limits;
    const limits = { timeoutMs, maxOutput, maxErrors, signal };
    const { stdout, stderr } = await askShell(client, COLLECT_COMMAND, input, limits);
    const at = this.#deps.clock.now();
    const answer = await this.#reader.read({ what: 'vm-console', kind, nonce, stdout, stderr, at });
    return answer?.isAnswer ? (answer as VmConsoleAnswer).console : undefined;
  }

  /** Lets go of the connection: the machine is not asked again for a while. */
  release(assetId: string): void {
    this.#links.drop(assetId);
  }

  async close(): Promise<void> {
    this.#links.close();
    await this.#reader.close();
  }

  async #collect(
    assetId: string,
    question: Question,
    task: TaskOf<AnswerTask['what']>,
    options: CollectOptions,
    links = this.#links,
  ): Promise<Answer & Cost> {
    const target = await this.#deps.resolve(assetId);
    if (target?.protocol !== 'ssh') {
      throw new CollectFailed({ kind: 'unlinked' });
    }
    return this.#collectFrom(target, question, task, options, links);
  }

  async #collectFrom(
    target: AssetTarget,
    question: Question,
    task: TaskOf<AnswerTask['what']>,
    options: CollectOptions,
    links: HostLinks,
  ): Promise<Answer & Cost> {
    const began = performance.now();
    const said = await this.#ask(target, question, task.what, options, links);
    const { stdout, stderr, end, latencyMs } = said;
    const at = this.#deps.clock.now();
    const answer = await this.#reader.read({ ...task, nonce: question.nonce, stdout, stderr, at });
    if (!answer) {
      throw new CollectFailed({ kind: 'parse' });
    }
    if (!answer.isAnswer) {
      throw new CollectFailed(WHY_NOTHING[end]);
    }
    const problems = [...answer.problems, ...(end === 'cut' ? [{ kind: 'truncated' } as const] : [])];
    return { ...answer, problems, latencyMs, pollMs: Math.round(performance.now() - began) };
  }

  async #ask(
    target: AssetTarget,
    { input }: Question,
    what: AnswerTask['what'],
    options: CollectOptions,
    links: HostLinks,
  ): Promise<LinkAnswer> {
    const { connectMs, maxOutput, maxErrors } = this.#limits;
    try {
      return await links.ask(target, COLLECT_COMMAND, input, {
        ...options,
        connectMs,
        timeoutMs: this.#limits[TIME_OF[what]],
        maxOutput,
        maxErrors,
      });
    } catch (error) {
      const problem = problemOf(error, target);
      throw problem ? new CollectFailed(problem, { cause: error }) : error;
    }
  }
}

const TIME_OF = {
  facts: 'factsMs',
  metrics: 'metricsMs',
  vms: 'vmsMs',
  'vm-act': 'vmActMs',
  'vm-console': 'consoleMs',
  signal: 'signalMs',
  power: 'powerMs',
  keyscan: 'keyscanMs',
} as const;

/** A login that led to no shell of ours: what it did instead. */
const WHY_NOTHING: Record<LinkAnswer['end'], Problem> = {
  done: { kind: 'shell' },
  closed: { kind: 'shell' },
  cut: { kind: 'truncated' },
  timeout: { kind: 'timeout' },
};
