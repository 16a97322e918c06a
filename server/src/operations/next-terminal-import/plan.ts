import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import {
  NEXT_TERMINAL_NAMED,
  type NextTerminalRemark,
  type NextTerminalRole,
  type NextTerminalSectionReport,
} from '@jadegate/contract/operations/next-terminal-import';
import type { NextTerminalSection } from '@jadegate/contract/operations/next-terminal-import.words';
import type { NextTerminalReason } from '@jadegate/contract/operations/next-terminal-import.words';

import type { InspectPrivateKey } from '../../access/credential/credential.service.ts';
import type { PlainRow as Row, TableName } from '../../db/insert-rows.ts';
import type { AddressRule } from '../../identity/access-security/access-security.service.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { ImportKind, KnownIds } from './known-ids.ts';
import type { OldCipher } from './old-cipher.ts';
import type { OldOrigin } from './old-origin.ts';
import type { OldTable } from './old-tables.ts';
import type { OldRows } from './read-old.ts';
import type { TakenNames } from './taken-names.ts';

/** One thing as it will be written: its row, what hangs on it, and its secrets. */
export interface PlannedThing {
  kind: ImportKind;
  /** As the old installation calls it; never a token, even where that used one as an id. */
  oldId: string;
  newId: string;
  rows: readonly { table: TableName; row: Row }[];
  secrets?: readonly { owner: string; name: string; secret: Secret }[];
}

export interface PlanContext {
  origin: OldOrigin;
  cipher: OldCipher;
  ids: KnownIds;
  names: TakenNames;
  /** Whoever was an administrator there is one here. */
  makesAdministrators: boolean;
  inspectPrivateKey: InspectPrivateKey;
  now: number;
  /** What roles become, for the report. */
  roles: NextTerminalRole[];
  /** By old id, for the rows that keep the names of others. */
  nicknames: Map<string, string>;
  assetNames: Map<string, string>;
  /** Pairs of asset and person or group that are granted already. */
  granted: Set<string>;
  /** Sessions that were recorded there, by old id. */
  recorded: Map<string, { isDesktop: boolean }>;
  /** People who have a space of their own here. */
  hasSpace: ReadonlySet<string>;
  /** What each space is here, by old id. */
  spaces: Map<string, { id: string; name: string }>;
  /** How many days records are kept here; null for ever. */
  keptDays: Readonly<Record<'sessions' | 'logins', number | null>>;
  /** Whether such rules, with those that are here, would keep out whoever asks for the import. */
  shutsOut: (rules: readonly AddressRule[]) => Promise<boolean>;
  /** To be awaited for each thing of a section. */
  pace: () => Promise<void>;
}

/** Plans one section in batches, and says in the tally what becomes of everything. */
export type SectionPlanner = (context: PlanContext, tally: Tally) => AsyncIterable<PlannedThing[]>;

/** Counts what becomes of the things of a section, and names the first of them. */
export class Tally {
  readonly #section: NextTerminalSection;
  #found = 0;
  #brought = 0;
  #known = 0;
  readonly #left = new Remarks();
  readonly #changed = new Remarks();

  constructor(section: NextTerminalSection) {
    this.#section = section;
  }

  /** What a table has, with the rows that could not be read. */
  add({ rows, refused, refusedCount }: OldRows<OldTable>): void {
    this.#found += rows.length + refusedCount;
    refused.forEach((remark) => this.#left.add(remark));
    this.#left.count += refusedCount - refused.length;
  }

  find(count = 1): void {
    this.#found += count;
  }

  know(): void {
    this.#known += 1;
  }

  bring(count = 1): void {
    this.#brought += count;
  }

  leave(name: string, reason: NextTerminalReason, about = ''): void {
    this.#left.add({ name, reason, about });
  }

  /** It is brought, otherwise than it was. */
  change(name: string, reason: NextTerminalReason, about = ''): void {
    this.#changed.add({ name, reason, about });
  }

  report(): NextTerminalSectionReport {
    return {
      section: this.#section,
      found: this.#found,
      brought: this.#brought,
      known: this.#known,
      left: this.#left.count,
      leftOnes: this.#left.first,
      changed: this.#changed.count,
      changedOnes: this.#changed.first,
    };
  }
}

const LONGEST = 200;

class Remarks {
  count = 0;
  readonly first: NextTerminalRemark[] = [];

  add({ name, reason, about }: NextTerminalRemark): void {
    this.count += 1;
    if (this.first.length < NEXT_TERMINAL_NAMED) {
      this.first.push({ name: name.slice(0, LONGEST), reason, about: about.slice(0, LONGEST) });
    }
  }
}

/** What is written where the old product writes `-`. */
export function unlessNone(text: string): string {
  return text.trim() === '-' ? '' : text;
}

/** Undefined when the key does not open it. */
function openSecret({ origin, cipher }: PlanContext, isSealed: boolean, stored: string): string | undefined {
  if (unlessNone(stored) === '') {
    return '';
  }
  return origin.isSealed && isSealed ? cipher.open(stored) : stored;
}

/** The three secrets of an account, or undefined when one of them stays shut. */
export function openAccount(
  context: PlanContext,
  row: { password: string; private_key: string; passphrase: string },
  isSealed: boolean,
): { password: string; privateKey: string; passphrase: string } | undefined {
  const [password, privateKey, passphrase] = [row.password, row.private_key, row.passphrase].map((stored) =>
    openSecret(context, isSealed, stored),
  );
  return password === undefined || privateKey === undefined || passphrase === undefined
    ? undefined
    : { password, privateKey, passphrase };
}

/** Things of people who were not brought belong to the first administrator, who may do everything anyway. */
export function ownerOf({ ids }: PlanContext, tally: Tally, name: string, owner: string): string {
  const here = ids.resolve('user', owner);
  if (here === undefined && unlessNone(owner) !== '') {
    tally.change(name, 'owner_changed');
  }
  return here ?? SUPER_ADMIN_ID;
}
