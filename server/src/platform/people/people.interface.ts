import type { PeopleSearch } from '../../db/match-person.ts';
import type { Actor } from '../../kernel/actor.ts';

// What the ground floor asks about people. `identity` stands above it and answers: UserService and RoleService.

interface Named {
  username: string;
  nickname: string;
}

/** One person; rejects when there is none. */
export interface PeopleDirectory {
  get(id: string): Promise<Named & { id: string; type: string; mail: string }>;
}

/** Accounts and names as they are today, by id. Those who are gone are not in it. */
export interface PeopleNames {
  listPeople(ids: readonly string[]): Promise<ReadonlyMap<string, Named>>;
}

export interface MenuHolders {
  menusOf(person: { id: string }): Promise<readonly string[]>;
}

/** The query of a list that filters by people, with how it may find them. */
export interface PeopleFilter {
  withPeopleSearch<Query extends object>(
    actor: Actor,
    query: Query,
    text: string | undefined,
  ): Promise<Query & PeopleSearch>;
}
