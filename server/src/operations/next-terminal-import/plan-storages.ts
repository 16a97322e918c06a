import { Name } from '@jadegate/contract/scalars';

import type { PlannedThing, SectionPlanner } from './plan.ts';
import { ownerOf } from './plan.ts';
import { readOld } from './read-old.ts';

/** A person's own space has the id of its person; everybody who has none gets one. */
export const planStorages: SectionPlanner = async function* (context, tally) {
  const { ids, origin, now, pace } = context;
  const found = await readOld(origin, 'storages');
  tally.add(found);
  const things: PlannedThing[] = [];
  const given = new Set<string>();
  for (const storage of found.rows) {
    await pace();
    if (ids.isKnown('storage', storage.id)) {
      const known = ids.resolve('storage', storage.id);
      if (known !== undefined) {
        context.spaces.set(storage.id, { id: known, name: storage.name });
      }
      tally.know();
      continue;
    }
    const isOwn = storage.is_default || storage.id === storage.owner;
    const person = ids.resolve('user', storage.owner);
    if (isOwn && person !== undefined) {
      // Also where they have one here: their files come into that.
      context.spaces.set(storage.id, { id: person, name: storage.name });
    }
    if (isOwn && (person === undefined || context.hasSpace.has(person) || given.has(person))) {
      tally.leave(storage.name, person === undefined ? 'person_missing' : 'space_taken');
      continue;
    }
    const name = Name.safeParse(storage.name).data;
    if (name === undefined) {
      tally.leave(storage.name, 'not_accepted', 'name');
      continue;
    }
    const id = isOwn && person !== undefined ? person : ids.take('storage', storage.id);
    if (isOwn) {
      given.add(id);
      ids.remember('storage', storage.id, id, true);
    }
    context.spaces.set(storage.id, { id, name });
    const row = {
      id,
      name,
      is_share: storage.is_share ? 1 : 0,
      limit_bytes: storage.limit_size > 0 ? storage.limit_size : -1,
      entry_count: 0,
      owner_id: isOwn ? id : ownerOf(context, tally, name, storage.owner),
      created_at: storage.created || now,
    };
    things.push({ kind: 'storage', oldId: storage.id, newId: id, rows: [{ table: 'storage', row }] });
  }
  yield things;
};
