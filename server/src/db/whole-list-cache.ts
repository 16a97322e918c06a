import type { Page, PagingRequest } from '@jadegate/contract/paging';

import type { Database, Db } from './database.ts';
import { FixedQuery } from './fixed-query.ts';
import {
  placeOf,
  readWhole,
  sliceOf,
  withTotal,
  type Counted,
  type Order,
  type PageOptions,
  type Place,
  type Rows,
} from './page.ts';
import { ReadCache } from './read-cache.ts';

/**
 * Pages of a long list as it opens, without a filter: what people ask for most. Its statements are built once, and its
 * rows are counted again only when something was written: that takes longer than reading a page of them.
 */
export class WholeListCache<Row, Field extends string, Values extends object = object> {
  readonly #db: Db;
  readonly #rows: (values: Values) => Rows<Row>;
  readonly #options: PageOptions<Field>;
  readonly #total: ReadCache<number>;
  readonly #pages = new Map<string, FixedQuery<Values & Place, Row>>();
  readonly #countedPages = new Map<string, FixedQuery<Values & Place, Counted<Row>>>();

  /** `rows` may pass its values on to the query, and must not look at them. */
  constructor(
    database: Pick<Database, 'db' | 'writes'>,
    rows: (values: Values) => Rows<Row>,
    options: Omit<PageOptions<NoInfer<Field>>, 'filters'>,
  ) {
    this.#db = database.db;
    this.#total = new ReadCache(database);
    this.#rows = rows;
    this.#options = { ...options, filters: [] };
  }

  async read(query: PagingRequest<Field>, values: Values): Promise<Page<Row>> {
    const parameters = { ...values, ...placeOf(query) };
    let counted: Page<Row> | undefined;
    const total = await this.#total.get('', async () => {
      const execute = () => this.#countedPage(query).all(parameters);
      counted = await readWhole(this.#db, { execute }, query, this.#options);
      return counted.total;
    });
    return counted ?? { total: total ?? 0, items: await this.#page(query).all(parameters) };
  }

  #page(query: PagingRequest<Field>): FixedQuery<Values & Place, Row> {
    return madeOnce(this.#pages, query, (order) => {
      return new FixedQuery(this.#db, (values) => sliceOf(this.#rows(values), order, values, this.#options));
    });
  }

  #countedPage(query: PagingRequest<Field>): FixedQuery<Values & Place, Counted<Row>> {
    return madeOnce(this.#countedPages, query, (order) => {
      return new FixedQuery(this.#db, (values) =>
        withTotal(this.#db, sliceOf(this.#rows(values), order, values, this.#options), this.#options),
      );
    });
  }
}

/** One for each order that is asked for. */
function madeOnce<Field extends string, Made>(
  made: Map<string, Made>,
  { field, order }: Order<Field>,
  make: (order: Order<Field>) => Made,
): Made {
  const key = `${field ?? ''} ${order ?? ''}`;
  const known = made.get(key) ?? make({ field, order });
  made.set(key, known);
  return known;
}
