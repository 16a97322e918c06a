import { Meter } from '../kernel/meter.ts';

/** How busy the database is, as this process sees it. The engine in use fills it. */
export class DatabaseLoad {
  /**
   * `statement`: from the question to the answer. `wait`: until there was a connection, or the one place from which
   * SQLite is written to.
   */
  readonly meter = new Meter<'statement' | 'wait', 'ok' | 'failed'>();
  /** How many statements and transactions wait for their turn at this moment. */
  waiting: () => number = () => 0;

  measure<Value>(operation: 'statement' | 'wait', work: () => Promise<Value>): Promise<Value> {
    return this.meter.measure(operation, (failure) => (failure ? 'failed' : 'ok'), work);
  }
}
