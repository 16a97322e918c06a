import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import type { BackupExisting, BackupSectionName } from '@jadegate/contract/operations/backup';

import { AppError } from '../../kernel/app-error.ts';
import { newId } from '../../kernel/id.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { Content } from './backup.content.ts';
import { SECTIONS } from './backup.sections.ts';
import { LOOSE_SECRETS } from './beside-sections.ts';
import type { Reference, Row, Section, Thing, Value } from './section.ts';

export type State = 'new' | 'same' | 'different' | 'conflict';

/** What would become of one thing of the file here, with every id already that of this installation. */
export interface PlannedThing extends Thing {
  id: Value;
  state: State;
  label: string;
}

export interface PlannedSection {
  section: Section;
  things: readonly PlannedThing[];
}

interface PlannedSecret {
  section: BackupSectionName;
  owner: string;
  name: string;
  secret: Secret;
  state: State;
}

export interface Plan {
  sections: readonly PlannedSection[];
  loose: readonly PlannedSecret[];
}

/** When and by whom a row was written, not what it means. */
const NOT_MEANING = new Set(['created_at', 'updated_at', 'seen_at', 'seen_by', 'mail_claimed']);

/** How the first administrator signs in, and that they can. */
const FIRST_ADMINISTRATOR_ALWAYS = ['type', 'status'];
const FIRST_ADMINISTRATOR_LOGIN = [
  'username',
  'username_key',
  'password_hash',
  'must_change_password',
  'totp_enabled',
];

type NameOf = Parameters<Section['label']>[1];
type Ids = Map<BackupSectionName, Map<Value, Value>>;

/** Compares a file with what is here. Pure: it writes nothing and reads nothing. */
export function makePlan(file: Content, here: Content, firstAdministrator: BackupExisting): Plan {
  const ids: Ids = new Map();
  const nameOf = namesIn(file);
  const sections = SECTIONS.map((section) => {
    const incoming = file.things.get(section.name) ?? [];
    const existing = here.things.get(section.name) ?? [];
    return { section, things: planSection(section, incoming, existing, ids, nameOf, firstAdministrator) };
  });
  return { sections, loose: planLoose(file, here) };
}

function planSection(
  section: Section,
  incoming: readonly Thing[],
  existing: readonly Thing[],
  ids: Ids,
  nameOf: NameOf,
  firstAdministrator: BackupExisting,
): PlannedThing[] {
  const matches = matchUp(section, incoming, existing, ids);
  ids.set(section.name, idsOf(section, matches));
  const planned = matches.map(({ thing, match, id }) => {
    const moved = move(section, thing, id, ids);
    const kept = match ? protect(section, moved, match, firstAdministrator) : moved;
    return {
      ...kept,
      id,
      label: section.label(thing.row, nameOf),
      state: stateOf(section, kept, match, thing.row[section.id] === id),
    };
  });
  return parentsFirst(section, planned);
}

interface Match {
  thing: Thing;
  match: Thing | undefined;
  id: Value;
}

/** By name first, then by id; a thing here stands for at most one of the file. */
function matchUp(
  section: Section,
  incoming: readonly Thing[],
  existing: readonly Thing[],
  ids: Ids,
): Match[] {
  const byId = new Map(existing.map((thing) => [thing.row[section.id] ?? null, thing]));
  const byKey = grouped(existing, ({ row }) => keyOf(section, row));
  const claimed = new Set<Thing>();
  const found = new Map<Thing, Thing>();
  const claim = (thing: Thing, match: Thing | undefined) => {
    if (match && !claimed.has(match)) {
      claimed.add(match);
      found.set(thing, match);
    }
  };
  for (const thing of incoming) {
    if (section.pinned.includes(String(thing.row[section.id]))) {
      claim(thing, byId.get(thing.row[section.id] ?? null));
    }
  }
  for (const thing of incoming.filter((one) => !found.has(one))) {
    const candidates = byKey.get(keyOf(section, refer(thing.row, section.references, ids, section))) ?? [];
    refuseProtected(section, thing, candidates);
    const free = candidates.filter((one) => !claimed.has(one));
    claim(thing, free.find(({ row }) => row[section.id] === thing.row[section.id]) ?? free[0]);
  }
  for (const thing of incoming.filter((one) => !found.has(one))) {
    claim(thing, byId.get(thing.row[section.id] ?? null));
  }
  return incoming.map((thing) => {
    const match = found.get(thing);
    const own = thing.row[section.id] ?? null;
    return { thing, match, id: match ? (match.row[section.id] ?? null) : byId.has(own) ? newId() : own };
  });
}

/** An ordinary thing of the file must not become the first administrator, or a built-in role, by its name. */
function refuseProtected(section: Section, thing: Thing, candidates: readonly Thing[]): void {
  const protectedIds = [...section.builtIn, ...section.pinned];
  if (candidates.some(({ row }) => protectedIds.includes(String(row[section.id])))) {
    const name = section.label(thing.row, () => '');
    throw new AppError('backup.name_protected', { params: { name } });
  }
}

function idsOf(section: Section, matches: readonly Match[]): Map<Value, Value> {
  const known = new Map<Value, Value>(section.builtIn.map((id) => [id, id]));
  for (const { thing, id } of matches) {
    known.set(thing.row[section.id] ?? null, id);
  }
  return known;
}

/** The thing with the ids of this installation in place of the file's. */
function move(section: Section, thing: Thing, id: Value, ids: Ids): Thing {
  const isMoved = thing.row[section.id] !== id;
  const row = { ...refer(thing.row, section.references, ids, section), [section.id]: id };
  const parts = section.parts.map(({ table, references, hasOwnId, isBoundToId }) => {
    const rows = (isBoundToId && isMoved ? [] : (thing.parts[table] ?? [])).map((one) => ({
      ...refer(one, references, ids, section),
      // Nothing refers to it, and the old one may still be used by what this was copied from.
      ...(hasOwnId && isMoved && { id: newId() }),
    }));
    return [table, rows];
  });
  return { row, parts: Object.fromEntries(parts) as Thing['parts'], secrets: thing.secrets };
}

function refer(row: Row, references: Readonly<Record<string, Reference>>, ids: Ids, section: Section): Row {
  const changes = Object.entries(references).flatMap(([column, { section: name, mayDangle }]) => {
    const old = row[column] ?? null;
    const known = ids.get(name);
    // A section that refers to itself is matched by name before its own ids are known.
    if (old === null || (name === section.name && !known)) {
      return [];
    }
    const id = known?.get(old);
    if (id === undefined && !mayDangle) {
      const place = `${section.name}: ${section.label(row, () => '')} → ${name}`;
      throw new AppError('backup.invalid', { params: { place: place.slice(0, 200) } });
    }
    return id === undefined ? [] : [[column, id] as const];
  });
  return { ...row, ...Object.fromEntries(changes) };
}

/** The first administrator stays able to sign in as they do now, unless it was asked for in so many words. */
function protect(section: Section, moved: Thing, match: Thing, firstAdministrator: BackupExisting): Thing {
  // Their own storage space has the same id.
  if (section.name !== 'users' || moved.row.id !== SUPER_ADMIN_ID) {
    return moved;
  }
  const keeps = firstAdministrator === 'keep';
  const columns = [...FIRST_ADMINISTRATOR_ALWAYS, ...(keeps ? FIRST_ADMINISTRATOR_LOGIN : [])];
  const ours = Object.fromEntries(columns.map((column) => [column, match.row[column] ?? null]));
  const { secrets, parts } = keeps ? match : moved;
  return {
    row: { ...moved.row, ...ours },
    parts: { ...moved.parts, recovery_code: parts.recovery_code ?? [] },
    secrets,
  };
}

function stateOf(section: Section, thing: Thing, match: Thing | undefined, isSameId: boolean): State {
  if (!match) {
    return 'new';
  }
  if (meaningOf(section, thing) === meaningOf(section, match)) {
    return 'same';
  }
  return isSameId ? 'different' : 'conflict';
}

function meaningOf(section: Section, { row, parts, secrets }: Thing): string {
  const told = (one: Row, columns: readonly string[]) =>
    columns.filter((column) => !NOT_MEANING.has(column)).map((column) => one[column] ?? null);
  const hanging = section.parts.map(({ table, columns, hasOwnId }) =>
    (parts[table] ?? [])
      .map((one) => JSON.stringify(told(one, hasOwnId ? columns.filter((name) => name !== 'id') : columns)))
      .toSorted(),
  );
  const hidden = Object.entries(secrets).map(([name, secret]) => JSON.stringify([name, secret.expose()]));
  return JSON.stringify([told(row, section.columns), hanging, hidden.toSorted()]);
}

function grouped<Item>(items: readonly Item[], keyFor: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyFor(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

function keyOf(section: Section, row: Row): string {
  return JSON.stringify(section.key.map((column) => row[column] ?? null));
}

/** What people call the things of the file. */
function namesIn(file: Content): NameOf {
  const names = new Map(
    SECTIONS.map((section) => [
      section.name,
      new Map(
        (file.things.get(section.name) ?? []).map(({ row }) => [
          row[section.id],
          section.label(row, () => ''),
        ]),
      ),
    ]),
  );
  return (name, id) => names.get(name)?.get(id) ?? String(id);
}

/** What refers to its own kind is written after what it refers to. A circle is refused. */
function parentsFirst(section: Section, things: PlannedThing[]): PlannedThing[] {
  const own = Object.entries(section.references).filter(([, { section: name }]) => name === section.name);
  if (own.length === 0) {
    return things;
  }
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  const done = new Set<PlannedThing>();
  const visit = (thing: PlannedThing, path: readonly PlannedThing[]) => {
    if (path.includes(thing)) {
      throw new AppError('backup.invalid', { params: { place: `${section.name}: ${thing.label}` } });
    }
    for (const [column] of own) {
      const parent = byId.get(thing.row[column] ?? null);
      if (parent && !done.has(parent)) {
        visit(parent, [...path, thing]);
      }
    }
    done.add(thing);
  };
  for (const thing of things) {
    if (!done.has(thing)) {
      visit(thing, []);
    }
  }
  return [...done];
}

function planLoose(file: Content, here: Content): PlannedSecret[] {
  return LOOSE_SECRETS.flatMap(({ owner, section }) => {
    const ours = here.loose.get(owner) ?? {};
    return Object.entries(file.loose.get(owner) ?? {}).map(([name, secret]) => {
      const mine = ours[name];
      const state = !mine ? 'new' : mine.expose() === secret.expose() ? 'same' : 'different';
      return { section, owner, name, secret, state } as const;
    });
  });
}
