import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

import type { ChainKey, Handover } from '@jadegate/contract/platform/evidence';

import type { Database } from '../../db/database.ts';
import type { SigningKeyTable } from '../../db/tables/platform.ts';
import { SYSTEM_CALLER, type Actor, type Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { Secret } from '../../kernel/secret.ts';
import { fingerprintOf, publicKeyOf, readSigningKeys, spkiOf } from '../../kernel/signing-key.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { signedBytes, type SigningDomain } from './signed-text.ts';
import { newSigningKey, type SigningKeyStore } from './signing-key-store.ts';
import { SigningKeyRepository } from './signing.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  store: SigningKeyStore;
}

/** The key of this moment. */
interface SigningPair {
  /** Its fingerprint. */
  id: string;
  /** PEM. */
  privateKey: string;
}

/** A text that the product vouches for. */
export interface SignedText {
  key: string;
  text: string;
  /** Base64. */
  signature: string;
}

const signSoon = promisify(sign) as (algorithm: null, data: Buffer, key: KeyObject) => Promise<Buffer>;

interface Used {
  pem: string;
  id: string;
  key: KeyObject;
  privateKey: string;
}

/**
 * The keys by which outsiders know what was recorded here: apart from the master key, which whoever runs the product needs
 * to have at hand. The public halves stay for ever; each new key is vouched for by the one before it.
 */
export class SigningService {
  readonly #deps: Dependencies;
  readonly #keys: SigningKeyRepository;
  #used: Used | undefined;
  #using: Promise<Used> | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#keys = new SigningKeyRepository(dependencies.database);
  }

  /** Makes the first key, and learns one that was made elsewhere. Throws where there is one that cannot be used. */
  async pair(): Promise<SigningPair> {
    const { id, privateKey } = await this.#use();
    return { id, privateKey };
  }

  /** Throws where recordings could not be signed: whoever cannot sign must not record. */
  async ready(): Promise<void> {
    await this.#use();
  }

  async sign(name: SigningDomain, text: string): Promise<SignedText> {
    const { id, key } = await this.#use();
    return { key: id, text, signature: await signature(name, text, key) };
  }

  /** With the key of this moment, for many texts one after the other. */
  async signer(name: SigningDomain): Promise<(text: string) => Promise<SignedText>> {
    const { id, key } = await this.#use();
    return async (text) => ({ key: id, text, signature: await signature(name, text, key) });
  }

  /** By their fingerprints, those of old keys with them. */
  async publicKeys(): Promise<ReadonlyMap<string, KeyObject>> {
    const keys = (await this.#keys.list()).map(({ id, public_key }) => {
      const key = publicKeyOf(id, Buffer.from(public_key, 'base64'));
      return key ? ([[id, key]] as const) : [];
    });
    return new Map(keys.flat());
  }

  /** Asked whether a text is signed by a key that was ever one of this installation. */
  async verifier(): Promise<(name: SigningDomain, signed: SignedText) => boolean> {
    const keys = await this.publicKeys();
    return (name, { key: id, text, signature }) => {
      const key = keys.get(id);
      return (
        key !== undefined && verify(null, signedBytes(name, text), key, Buffer.from(signature, 'base64'))
      );
    };
  }

  /** The newest first. */
  async list(): Promise<(ChainKey & { isUsed: boolean })[]> {
    const { id: used } = await this.#use();
    return (await this.#keys.list()).map((row) => ({ ...present(row), isUsed: row.id === used }));
  }

  /** For whoever checks elsewhere: all public keys, and how they handed over to each other. */
  async bundle(): Promise<{ keys: { id: string; publicKey: string }[]; handovers: Handover[] }> {
    const rows = await this.#keys.list();
    return {
      keys: rows.map(({ id, public_key }) => ({ id, publicKey: public_key })),
      handovers: rows.flatMap(({ handover }) => (handover === '' ? [] : [JSON.parse(handover) as Handover])),
    };
  }

  /** From now on another key signs. What is being recorded goes on with the one it began with. */
  async rotate(who: Actor | Caller): Promise<string> {
    const { store, audit } = this.#deps;
    if (!store.replace) {
      throw new AppError('evidence.key_given');
    }
    const before = await this.#use();
    const fresh = newSigningKey();
    // Both lie there until the new one is known: a crash in between loses neither.
    await store.replace(new Secret(`${fresh.expose()}${before.privateKey}`));
    const { id } = await this.#use();
    await store.replace(fresh);
    const object = { type: 'signing-key', id, name: shortName(id) };
    await audit.writeAlone(who, {
      action: 'signing-key.rotated',
      object,
      detail: { fingerprint: id, before: before.id },
    });
    return id;
  }

  /** Reads it each time: another process may have put another in its place. */
  async #use(): Promise<Used> {
    this.#using ??= this.#read().finally(() => (this.#using = undefined));
    return this.#using;
  }

  async #read(): Promise<Used> {
    const pem = (await this.#deps.store.read()).expose();
    if (this.#used?.pem !== pem) {
      const [key, ...others] = readSigningKeys(pem);
      if (!key) {
        throw new Error('there is no key to sign with');
      }
      const id = fingerprintOf(createPublicKey(key));
      await this.#register(id, key, others);
      const privateKey = key.export({ type: 'pkcs8', format: 'pem' });
      this.#used = { pem, id, key, privateKey };
    }
    return this.#used;
  }

  /** Writes down the public half, with the word of the key before it if that is at hand. */
  async #register(id: string, key: KeyObject, others: readonly KeyObject[]): Promise<void> {
    const { database, audit, clock, store, logger } = this.#deps;
    const known = await this.#keys.list();
    if (known.some((row) => row.id === id)) {
      return;
    }
    const at = clock.now();
    const before = others.find((other) =>
      known.some((row) => row.id === fingerprintOf(createPublicKey(other))),
    );
    const handover = before && (await handOver({ from: before, to: key, at }));
    const predecessor = before ? fingerprintOf(createPublicKey(before)) : '';
    if (known.length > 0 && !before) {
      logger.warn(
        { fingerprint: id },
        'this signing key is new, and no key that was used before vouches for it',
      );
    }
    await database.transact(async (tx) => {
      const isNew = await this.#keys.insert(
        {
          id,
          public_key: spkiOf(createPublicKey(key)).toString('base64'),
          origin: store.origin,
          created_at: at,
          predecessor,
          handover: handover ? JSON.stringify(handover) : '',
        },
        tx,
      );
      if (isNew) {
        const object = { type: 'signing-key', id, name: shortName(id) };
        const detail = { fingerprint: id, origin: store.origin, predecessor };
        await audit.write(SYSTEM_CALLER, { action: 'signing-key.added', object, detail }, tx);
      }
    });
  }
}

async function signature(name: SigningDomain, text: string, key: KeyObject): Promise<string> {
  return (await signSoon(null, signedBytes(name, text), key)).toString('base64');
}

/** Both say so: the old key that it trusts the new one, the new one that it comes after the old. */
async function handOver({ from, to, at }: { from: KeyObject; to: KeyObject; at: number }): Promise<Handover> {
  const [fromId, toId] = [from, to].map((key) => fingerprintOf(createPublicKey(key)));
  const text = JSON.stringify({ from: fromId, to: toId, at });
  return { text, signatures: [await signature('key', text, from), await signature('key', text, to)] };
}

function shortName(id: string): string {
  return id.slice(0, 16);
}

function present({ id, public_key, origin, created_at, predecessor }: SigningKeyTable): ChainKey {
  return { id, publicKey: public_key, origin, createdAt: new Date(created_at).toISOString(), predecessor };
}
