import type { Actor } from '../../kernel/actor.ts';

/** What a ticket leads to. Assets stand above identity. */
export interface SshTicketAssets {
  /** The account that an asset is logged in to with. Rejects where it is none of SSH that the person may use. */
  accountOn(actor: Actor, assetId: string): Promise<string>;
}
