import { printSshUserName, type SshUserName } from '@jadegate/contract/session/ssh-user-name';

import type { Decision } from '../../access/authorised/access.service.ts';
import type { ShownTicket } from '../../identity/ssh-ticket/ssh-ticket.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { AssetFinder, NamedAsset } from './asset-finder.ts';
import { refused, type Reason } from './refused.ts';

interface Parts {
  actor: Actor;
  assets: AssetFinder;
  /** How the user name was read, and how else it might have been. */
  meant: SshUserName;
  others: readonly SshUserName[];
  ticket?: ShownTicket | undefined;
}

/** An asset, and what its person may do there now. */
export interface Decided {
  asset: Pick<NamedAsset, 'id' | 'name'>;
  decision: Decision;
}

/** Resolves the asset that the user name of a connection means, or its ticket. Each question rejects with a reason. */
export class AssetResolver {
  readonly #parts: Parts;
  #asset: Promise<NamedAsset | undefined> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether one is named at all, whatever it is. */
  get isNamed(): boolean {
    const { meant, ticket } = this.#parts;
    return meant.asset !== undefined || ticket !== undefined;
  }

  /** And what its person may do there now. */
  async decided(): Promise<Decided & { asset: NamedAsset }> {
    const { actor, meant, assets } = this.#parts;
    const asset = await this.find();
    if (!asset) {
      const example = printSshUserName({ person: meant.person, asset: 'web1' });
      throw refused('asset_missing', { example });
    }
    return { asset, decision: await assets.decide(actor.userId, asset) };
  }

  /** Undefined where none is named. */
  async find(): Promise<NamedAsset | undefined> {
    const { actor } = this.#parts;
    if (actor.owes) {
      throw refused('owes');
    }
    this.#asset ??= this.#find();
    try {
      return await this.#asset;
    } catch (error) {
      // It may be there the next time.
      this.#asset = undefined;
      throw error;
    }
  }

  async #find(): Promise<NamedAsset | undefined> {
    const { actor, meant, ticket, assets } = this.#parts;
    if (ticket) {
      return assets.findOfTicket(ticket);
    }
    await this.#refuseAmbiguous();
    if (meant.asset === undefined) {
      return undefined;
    }
    const asset = await assets.find(actor.userId, meant.asset);
    await assets.refuseOtherAccount(meant, asset);
    return asset;
  }

  /** Where another person's name is the beginning of this one, and the rest of it is an asset, too. */
  async #refuseAmbiguous(): Promise<void> {
    const { actor, meant, others, assets } = this.#parts;
    for (const other of others) {
      const isAsset = other.asset !== undefined && (await assets.list(actor.userId, other.asset)).length > 0;
      if (isAsset && other.asset !== meant.asset) {
        throw refused('reading_ambiguous', { first: readingOf(meant), second: readingOf(other) });
      }
    }
  }
}

function readingOf({ person, asset }: SshUserName): Reason {
  return (asset === undefined ? refused('reading_menu', { person }) : refused('reading', { person, asset }))
    .reason;
}
