import { MONITORED, type Monitored } from '@jadegate/contract/operations/monitoring';

/** One figure for each name, in the order of the contract; null where nothing was measured. */
export type FigureList = readonly (number | null)[];

export function asList(figures: Partial<Record<Monitored, number>>): FigureList {
  return MONITORED.map((name) => figures[name] ?? null);
}

/** To four digits: nobody reads more, and a day of them stays small. */
export function averageOf(lists: readonly FigureList[]): FigureList {
  return MONITORED.map((_, index) => {
    const known = lists.map((list) => list[index] ?? null).filter((value) => value !== null);
    return known.length === 0
      ? null
      : Number((known.reduce((sum, value) => sum + value, 0) / known.length).toPrecision(4));
  });
}
