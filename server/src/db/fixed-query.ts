import type { Compilable, CompiledQuery } from 'kysely';

import type { Db } from './database.ts';

/** Stands in a query for a value that is known only when it runs. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Whatever value is asked for, its slot: a query builder only passes it on. */
const SLOTS: object = new Proxy({}, { get: (_values, name) => new Slot(String(name)) });

/**
 * A query that is asked all the time, with other values each time: built and compiled once, because that takes longer
 * than the database takes to answer it. What builds it may pass the values on, and must not look at them.
 */
export class FixedQuery<Values extends object, Row> {
  readonly #db: Db;
  readonly #build: (values: Values) => Compilable<Row>;
  #compiled: CompiledQuery<Row> | undefined;

  constructor(db: Db, build: (values: Values) => Compilable<Row>) {
    this.#db = db;
    this.#build = build;
  }

  async all(values: Values): Promise<Row[]> {
    this.#compiled ??= this.#build(SLOTS as Values).compile();
    const parameters = this.#compiled.parameters.map((value) =>
      value instanceof Slot ? values[value.name as keyof Values] : value,
    );
    const { rows } = await this.#db.executeQuery<Row>({ ...this.#compiled, parameters });
    return rows;
  }

  async first(values: Values): Promise<Row | undefined> {
    return (await this.all(values))[0];
  }
}
