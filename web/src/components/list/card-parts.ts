import type { ListQuery } from '../../hooks/list-state.ts';
import type { ListColumn, ListRow } from './list-column.ts';

/** How many columns a card shows at once, when the columns do not say so themselves. */
const FEW = 3;

interface CardParts<Column> {
  title: Column | undefined;
  /** Seen at once. */
  lines: Column[];
  /** Seen when the card is unfolded. */
  rest: Column[];
  actions: Column | undefined;
}

/** Which columns of a list stand where on a card. */
export function cardParts<Row extends ListRow, Query extends ListQuery>(
  columns: readonly ListColumn<Row, Query>[],
): CardParts<ListColumn<Row, Query>> {
  const actions = columns.find(({ key }) => key === 'actions');
  const facts = columns.filter((column) => column !== actions);
  const title =
    facts.find(({ card }) => card === 'title') ?? facts.find(({ always }) => always === true) ?? facts[0];
  const others = facts.filter((column) => column !== title);
  const chosen = others.filter(({ card }) => card === 'line');
  const undecided = others.filter(({ card }) => card === undefined);
  const shown = new Set([...chosen, ...undecided.slice(0, Math.max(0, FEW - chosen.length))]);
  return {
    title,
    lines: others.filter((column) => shown.has(column)),
    rest: others.filter((column) => !shown.has(column)),
    actions,
  };
}
