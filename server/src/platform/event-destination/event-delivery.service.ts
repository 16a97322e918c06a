import type { Tx } from '../../db/database.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import type { WorkEngine } from '../../work/work-engine.ts';
import { EventDeliveryKind } from './event-delivery.kind.ts';
import { EventDeliveryRepository } from './event-delivery.repository.ts';
import { OutboxKeeper } from './outbox-keeper.ts';

type Dependencies = ConstructorParameters<typeof EventDeliveryKind>[0] &
  ConstructorParameters<typeof OutboxKeeper>[0] & { work: WorkEngine };

const LOOK_MS = SECOND_MS;
const TIDY_MS = 5 * SECOND_MS;

/** Sees to it that somebody brings each destination what waits for it, and that the outbox stays within its bounds. */
export class EventDeliveryService {
  readonly #deps: Dependencies;
  readonly #rows: EventDeliveryRepository;
  readonly #kind: EventDeliveryKind;
  readonly #keeper: OutboxKeeper;
  readonly #looks: PeriodicTask;
  readonly #tidies: PeriodicTask;
  #stopListening: () => void = () => undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new EventDeliveryRepository(dependencies.database);
    this.#kind = new EventDeliveryKind(dependencies);
    this.#keeper = new OutboxKeeper(dependencies);
    dependencies.work.declare(this.#kind);
    const onFailure = (error: unknown) =>
      dependencies.logger.warn({ err: error }, 'events on their way out could not be looked after');
    this.#looks = new PeriodicTask({ everyMs: LOOK_MS, work: () => this.putInLine(), onFailure });
    this.#tidies = new PeriodicTask({ everyMs: TIDY_MS, work: () => this.tidy(), onFailure });
  }

  start(): void {
    this.#stopListening = this.#deps.events.subscribe(() =>
      runInBackground(this.#looks.run(), 'events on their way out'),
    );
    this.#looks.start();
    this.#tidies.start();
  }

  async close(): Promise<void> {
    this.#stopListening();
    this.#looks.stop();
    this.#tidies.stop();
    await this.#looks.settled();
    await this.#tidies.settled();
  }

  /** Has somebody begin with what waits and is nobody's. */
  async putInLine(): Promise<void> {
    const { work, clock } = this.#deps;
    await this.#rows.begin();
    for (const { id, name } of await this.#rows.listIdle(this.#kind.name, clock.now())) {
      await work.ensure(this.#kind, { subject: id, subjectName: name, input: {} });
    }
  }

  tidy(): Promise<void> {
    return this.#keeper.tidy();
  }

  /** Whoever has it lets go: it is begun anew, as it is then, without waiting for another try. */
  async beginAnew(id: string, tx: Tx): Promise<void> {
    const { work, destinations, database } = this.#deps;
    await work.withdraw(this.#kind, id, tx);
    const fresh = { failing_since: null, attempts: 0, next_try_at: null, problem: '' };
    await destinations.changeDelivery(id, fresh, tx);
    database.afterCommit(tx, () => runInBackground(this.#looks.run(), 'events on their way out'));
  }

  /** For tests: resolves when what is due has been tried. */
  async settled(): Promise<void> {
    await this.#deps.events.number();
    await this.putInLine();
    await this.#deps.work.settledOf(this.#kind);
  }
}
