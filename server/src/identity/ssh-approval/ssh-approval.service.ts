import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  APPROVAL_ALPHABET,
  APPROVAL_CODE_LENGTH,
  APPROVAL_TRIES,
  approvalPath,
  type SshApproval,
} from '@jadegate/contract/identity/ssh-approval';
import type { AuditAction } from '@jadegate/contract/platform/audit';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { hashToken, newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { KeptProof } from '../auth/sign-in.interface.ts';
import type { UserService } from '../user/user.service.ts';
import { SshApprovalRepository, type SshApprovalRecord } from './ssh-approval.repository.ts';

const LIFETIME_MS = 3 * MINUTE_MS;
/** For its person to go back to the terminal, and the connection to sign in. */
const APPROVED_MS = 2 * MINUTE_MS;
/** Of one person at a time: anybody can ask in anybody's name. */
const MOST_WAITING = 20;
/** Of these from one address, so that nobody alone keeps somebody else from asking. */
const MOST_FROM_ADDRESS = 3;
const LOOK_EVERY_MS = SECOND_MS;
const LONGEST_NAME = 200;
/** Far longer than it takes to write a row, and nothing to a person. */
const ANSWER_MS = 100;

type ApprovalOutcome = 'approved' | 'refused' | 'expired';

/** What a person is shown of the connection that asks. */
interface ApprovalRequest {
  username: string;
  /** Empty where no asset was named. */
  assetName: string;
  keyFingerprint: string;
}

interface Dependencies {
  database: Database;
  users: UserService;
  audit: AuditService;
  clock: Clock;
  /** How often a connection that waits looks, where that is not each second. */
  lookEveryMs?: number | undefined;
}

/**
 * For people without a password at hand: the terminal shows a code, and its person types it in the console, where they see
 * which connection it is. A click would not do: whoever started the connection could ask for it. The row lies in the
 * database, so connection and console may be at two servers.
 */
export class SshApprovalService implements KeptProof {
  readonly #approvals: SshApprovalRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#approvals = new SshApprovalRepository(dependencies.database.db);
  }

  /**
   * The answer is the same for somebody who does not exist, who is disabled, or in whose name too many ask: nobody can
   * approve that one, and it runs out. It takes as long, too, whatever there is to write down.
   */
  async request(
    { address }: Caller,
    { username, assetName, keyFingerprint }: ApprovalRequest,
  ): Promise<{ id: string; code: string; path: string }> {
    const now = this.#deps.clock.now();
    const id = newId(now);
    const code = Array.from(
      { length: APPROVAL_CODE_LENGTH },
      () => APPROVAL_ALPHABET[randomInt(APPROVAL_ALPHABET.length)],
    ).join('');
    const record = {
      id,
      code_hash: hashOf(id, code),
      asset_name: assetName.slice(0, LONGEST_NAME),
      fingerprint: keyFingerprint.slice(0, LONGEST_NAME),
      address,
      state: 'waiting',
      failures: 0,
      created_at: now,
      expires_at: now + LIFETIME_MS,
    } as const;
    await Promise.all([this.#place(username, record), sleep(ANSWER_MS)]);
    return { id, code, path: approvalPath(id) };
  }

  async #place(username: string, record: Omit<SshApprovalRecord, 'user_id'>): Promise<void> {
    const { database, users } = this.#deps;
    const user = await users.findByUsername(username);
    if (user?.status !== 'enabled') {
      return;
    }
    await database.transact(async (tx) => {
      const waiting = await this.#approvals.listAddresses(user.id, record.created_at, tx);
      if (hasRoom(waiting, record.address)) {
        await this.#approvals.insert({ ...record, user_id: user.id }, tx);
      }
    });
  }

  /** What becomes of it. When the connection is gone (`signal`), it cannot be approved any more. */
  async wait(id: string, signal: AbortSignal): Promise<ApprovalOutcome> {
    const { clock, database, lookEveryMs = LOOK_EVERY_MS } = this.#deps;
    const until = clock.now() + LIFETIME_MS;
    while (!signal.aborted && clock.now() < until) {
      const found = await this.#approvals.find(id, clock.now());
      if (found && found.state !== 'waiting') {
        return found.state;
      }
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
    await database.transact((tx) => this.#approvals.remove(id, tx));
    return 'expired';
  }

  async isGood(userId: string, id: string, tx?: Tx): Promise<boolean> {
    const found = await this.#approvals.find(id, this.#deps.clock.now(), tx);
    return found?.user_id === userId && found.state === 'approved';
  }

  /** Good once. */
  use(_caller: Caller, id: string, tx: Tx): Promise<boolean> {
    return this.#approvals.remove(id, tx);
  }

  async get(actor: Actor, id: string): Promise<SshApproval> {
    return present(await this.#findOwn(actor, id));
  }

  async approve(actor: Actor, id: string, typed: string): Promise<SshApproval> {
    const { database, clock } = this.#deps;
    await this.#findOwn(actor, id);
    const tried = await database.transact((tx) => this.#approvals.countTry(id, APPROVAL_TRIES, tx));
    if (!tried) {
      throw new AppError('ssh_approval.over');
    }
    const code = typed.toUpperCase().replace(/[\s-]/g, '');
    if (hashOf(id, code) === tried.code_hash) {
      const expires_at = clock.now() + APPROVED_MS;
      return this.#decide(actor, id, { state: 'approved', expires_at }, 'account.ssh-approved');
    }
    const left = APPROVAL_TRIES - tried.failures;
    if (left === 0) {
      await this.refuse(actor, id);
      throw new AppError('ssh_approval.over');
    }
    throw new AppError('ssh_approval.code_wrong', { params: { left }, fields: ['code'] });
  }

  async refuse(actor: Actor, id: string): Promise<SshApproval> {
    const { expires_at } = await this.#findOwn(actor, id);
    return this.#decide(actor, id, { state: 'refused', expires_at }, 'account.ssh-refused');
  }

  sweep(): Promise<void> {
    return this.#approvals.removeExpiredBefore(this.#deps.clock.now());
  }

  #decide(
    actor: Actor,
    id: string,
    to: Pick<SshApprovalRecord, 'state' | 'expires_at'>,
    action: AuditAction,
  ): Promise<SshApproval> {
    return this.#deps.database.transact(async (tx) => {
      const decided = await this.#approvals.decide(id, to, tx);
      if (!decided) {
        throw new AppError('ssh_approval.over');
      }
      const { asset_name: name, address, fingerprint, failures } = decided;
      const object = { type: 'ssh-approval', id, name };
      await this.#deps.audit.write(actor, { action, object, detail: { address, fingerprint, failures } }, tx);
      return present(decided);
    });
  }

  /** Somebody else's is as one that is not there. */
  async #findOwn(actor: Actor, id: string): Promise<SshApprovalRecord> {
    const found = await this.#approvals.find(id, this.#deps.clock.now());
    if (found?.user_id !== actor.userId) {
      throw new AppError('ssh_approval.not_found');
    }
    return found;
  }
}

function hasRoom(waiting: readonly string[], address: string): boolean {
  const here = waiting.filter((one) => addressKey(one) === addressKey(address));
  return waiting.length < MOST_WAITING && here.length < MOST_FROM_ADDRESS;
}

function hashOf(id: string, code: string): string {
  return hashToken(`${id} ${code}`);
}

function present(approval: SshApprovalRecord): SshApproval {
  return {
    id: approval.id,
    assetName: approval.asset_name,
    address: approval.address,
    fingerprint: approval.fingerprint,
    created: familyTime(approval.created_at),
    expires: familyTime(approval.expires_at),
    state: approval.state,
    triesLeft: APPROVAL_TRIES - approval.failures,
  };
}
