import type { Page, PagingRequest } from '@jadegate/contract/paging';

import type { Db } from './database.ts';
import { FixedQuery } from './fixed-query.ts';
import {
  placeOf,
  readWhole,
  sliceOf,
  withTotal,
  type Counted,
  type PageOptions,
  type Place,
  type Rows,
} from './page.ts';

/**
 * Pages of a long list as it opens, without a filter: what people ask for most. Its statements, one for each order, are
 * built once.
 */
export class WholeList<Row, Field extends string, Values extends object = object> {
  readonly #db: Db;
  readonly #rows: (values: Values) => Rows<Row>;
  readonly #options: PageOptions<Field>;
  readonly #queries = new Map<string, FixedQuery<Values & Place, Counted<Row>>>();

  /** `rows` may pass its values on to the query, and must not look at them. */
  constructor(
    db: Db,
    rows: (values: Values) => Rows<Row>,
    options: Omit<PageOptions<NoInfer<Field>>, 'filters'>,
  ) {
    this.#db = db;
    this.#rows = rows;
    this.#options = { ...options, filters: [] };
  }

  read(query: PagingRequest<Field>, values: Values): Promise<Page<Row>> {
    const place = placeOf(query);
    const execute = () => this.#queryFor(query).all({ ...values, ...place });
    return readWhole(this.#db, { execute }, query, this.#options);
  }

  #queryFor({ field, order }: PagingRequest<Field>): FixedQuery<Values & Place, Counted<Row>> {
    const key = `${field ?? ''} ${order ?? ''}`;
    const known = this.#queries.get(key);
    if (known) {
      return known;
    }
    const made = new FixedQuery<Values & Place, Counted<Row>>(this.#db, (values) =>
      withTotal(
        this.#db,
        sliceOf(this.#rows(values), { field, order }, values, this.#options),
        this.#options,
      ),
    );
    this.#queries.set(key, made);
    return made;
  }
}
