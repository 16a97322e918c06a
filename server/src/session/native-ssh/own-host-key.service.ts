import type { SshDoor } from '@jadegate/contract/session/ssh-door';
import * as z from 'zod';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { DAY_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import {
  generateHostKeys,
  knownHostsLine,
  publicHostKey,
  sshfpRecord,
} from '../../protocols/ssh-server/host-keys.ts';

/** Where clients reach this installation. */
export interface SshDoorPlace {
  isEnabled: boolean;
  /** Undefined when nobody said: then it is where the console is reached. */
  host: string | undefined;
  port: number;
}

interface Dependencies {
  database: Database;
  vault: VaultService;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  place: () => SshDoorPlace;
  /** Tests make keys that take less time. */
  generate?: () => Promise<Secret[]>;
}

/** The keys of the moment. */
export interface OwnHostKeys {
  /** Another one whenever they have changed. */
  id: string;
  /** What clients are shown. */
  privateKeys: readonly Secret[];
  /** These, and those that will take their place: clients may learn them before they see them. */
  announced: readonly Secret[];
}

interface Rotated {
  presentedFrom: number;
  /** Of the new ones. */
  fingerprints: string[];
}

/** One secret in the vault, so that all servers have the same, and those who change it see each other. */
const OWNER = 'ssh-host-keys';
const NAME = 'sets';
/** What another server changed counts here after this long. */
const LOOK_MS = 10 * SECOND_MS;

const KeySet = z.object({ id: z.string(), presentedFrom: z.number(), privateKeys: z.array(z.string()) });
type KeySet = z.infer<typeof KeySet>;
/** In the order in which they are presented; at most one is still to come. */
const KeySets = z.array(KeySet).min(1);

/** The host keys by which people's SSH clients know this installation. Made when they are first asked for. */
export class OwnHostKeyService {
  readonly #deps: Dependencies;
  #followers = new Set<() => Promise<void>>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async keys(): Promise<OwnHostKeys> {
    const sets = this.#current(await this.#read());
    const secrets = (some: readonly KeySet[]) =>
      some.flatMap(({ privateKeys }) => privateKeys.map((key) => new Secret(key)));
    const [presented] = sets;
    return {
      id: sets.map(({ id, presentedFrom }) => `${id}@${presentedFrom}`).join(),
      privateKeys: secrets(presented ? [presented] : []),
      announced: secrets(sets),
    };
  }

  /** Calls back with the keys of now and whenever they change, also by another server or by the calendar. */
  async follow(use: (keys: OwnHostKeys) => void): Promise<{ stop(): void }> {
    let used: string | undefined;
    const look = async () => {
      const keys = await this.keys();
      if (keys.id !== used) {
        used = keys.id;
        use(keys);
      }
    };
    await look();
    const task = new PeriodicTask({
      everyMs: LOOK_MS,
      work: look,
      onFailure: (error) => this.#deps.logger.warn({ err: error }, 'the SSH host keys could not be read'),
    });
    task.start();
    this.#followers.add(look);
    return {
      stop: () => {
        task.stop();
        this.#followers.delete(look);
      },
    };
  }

  /** For people, who compare what their clients show. `reachedAt` is the host in their address bar. */
  async describe(reachedAt: string): Promise<SshDoor> {
    const { isEnabled, host = reachedAt, port } = this.#deps.place();
    const sets = isEnabled ? this.#current(await this.#read()) : [];
    const keys = sets.flatMap(({ presentedFrom, privateKeys }, index) =>
      privateKeys.map((privateKey) => {
        const key = publicHostKey(new Secret(privateKey));
        return {
          algorithm: key.algorithm,
          fingerprint: key.fingerprint,
          knownHosts: knownHostsLine(host, port, key),
          sshfp: sshfpRecord(host, key),
          isPresented: index === 0,
          presentedFrom: familyTime(presentedFrom),
        };
      }),
    );
    return { isEnabled, host, port, keys };
  }

  /** New keys that clients are told of, and shown once the overlap is over. Those that were still to come are dropped. */
  async rotate(actor: Actor | Caller, overlapDays: number): Promise<Rotated> {
    const { database, audit, clock } = this.#deps;
    // There must be one to go on from, and making keys takes longer than a transaction should.
    await this.#read();
    const fresh = await this.#newSet(clock.now() + overlapDays * DAY_MS);
    const fingerprints = fresh.privateKeys.map((key) => publicHostKey(new Secret(key)).fingerprint);
    await database.transact(async (tx) => {
      await database.engine.takeTurn(tx);
      const before = (await this.#stored(tx)) ?? [];
      const [presented] = overlapDays === 0 ? [] : this.#current(before);
      await this.#put([...(presented ? [presented] : []), fresh], tx);
      const object = { type: 'ssh-door', id: '', name: '' };
      const detail = { overlapDays, fingerprints };
      await audit.write(actor, { action: 'ssh-door.host-keys-rotated', object, detail }, tx);
    });
    await Promise.all([...this.#followers].map((look) => look()));
    return { presentedFrom: fresh.presentedFrom, fingerprints };
  }

  /** What is presented, and after it what will be. */
  #current(sets: readonly KeySet[]): KeySet[] {
    const now = this.#deps.clock.now();
    const presented = sets.findLastIndex(({ presentedFrom }) => presentedFrom <= now);
    return sets.slice(Math.max(presented, 0));
  }

  async #read(): Promise<KeySet[]> {
    const stored = await this.#stored();
    if (stored) {
      return stored;
    }
    const { database, clock } = this.#deps;
    const fresh = await this.#newSet(clock.now());
    return database.transact(async (tx) => {
      // Of two that start at once, one finds what the other has put there.
      await database.engine.takeTurn(tx);
      const others = await this.#stored(tx);
      if (!others) {
        await this.#put([fresh], tx);
      }
      return others ?? [fresh];
    });
  }

  async #newSet(presentedFrom: number): Promise<KeySet> {
    const keys = await (this.#deps.generate ?? generateHostKeys)();
    return { id: newId(), presentedFrom, privateKeys: keys.map((key) => key.expose()) };
  }

  async #stored(tx?: Tx): Promise<KeySet[] | undefined> {
    const secret = await this.#deps.vault.get(OWNER, NAME, tx);
    return secret && KeySets.parse(JSON.parse(secret.expose()));
  }

  #put(sets: KeySet[], tx: Tx): Promise<void> {
    return this.#deps.vault.put(OWNER, NAME, new Secret(JSON.stringify(sets)), tx);
  }
}
