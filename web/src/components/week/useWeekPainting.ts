import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

import { cellState, CELLS_PER_DAY, paint, WEEKDAYS, type Place, type Week } from './week.ts';

interface Stroke {
  from: Place;
  to: Place;
  /** The inverse of the first cell. */
  isOn: boolean;
}

const STEPS: Partial<Record<string, Place>> = {
  ArrowUp: { row: -1, cell: 0 },
  ArrowDown: { row: 1, cell: 0 },
  ArrowLeft: { row: 0, cell: -1 },
  ArrowRight: { row: 0, cell: 1 },
};

function clamp(value: number, count: number): number {
  return Math.min(Math.max(value, 0), count - 1);
}

function placeOf(target: EventTarget): Place | undefined {
  const { row, cell } = target instanceof HTMLElement ? target.dataset : {};
  return row === undefined || cell === undefined ? undefined : { row: Number(row), cell: Number(cell) };
}

/** Painting on the grid by pointer and by keyboard. `shown` is the week with the stroke that is under way. */
export function useWeekPainting(week: Week, onPaint: (week: Week) => void) {
  const [stroke, setStroke] = useState<Stroke>();
  const [cursor, setCursor] = useState<Place>({ row: 0, cell: 0 });
  const shown = stroke === undefined ? week : paint(week, stroke.from, stroke.to, stroke.isOn);

  const finish = useRef<() => void>(undefined);
  useEffect(() => {
    finish.current = () => {
      setStroke(undefined);
      onPaint(shown);
    };
  });
  // The pointer may be let go outside the grid.
  const isPainting = stroke !== undefined;
  useEffect(() => {
    if (!isPainting) {
      return undefined;
    }
    const commit = () => finish.current?.();
    const abandon = () => setStroke(undefined);
    window.addEventListener('pointerup', commit);
    window.addEventListener('pointercancel', abandon);
    return () => {
      window.removeEventListener('pointerup', commit);
      window.removeEventListener('pointercancel', abandon);
    };
  }, [isPainting]);

  const isOnAfter = (place: Place) => cellState(week, place) !== 'on';

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place === undefined || event.button !== 0) {
      return;
    }
    // A touch sends its events to the cell it began on; let go of it, so that the others get theirs.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
    setCursor(place);
    setStroke({ from: place, to: place, isOn: isOnAfter(place) });
  };

  const onPointerOver = (event: PointerEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place !== undefined) {
      setStroke((current) => current && { ...current, to: place });
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (event.key === ' ') {
      event.preventDefault();
      onPaint(paint(week, cursor, cursor, isOnAfter(cursor)));
    } else if (step !== undefined) {
      event.preventDefault();
      const next = {
        row: clamp(cursor.row + step.row, WEEKDAYS.length),
        cell: clamp(cursor.cell + step.cell, CELLS_PER_DAY),
      };
      setCursor(next);
      event.currentTarget
        .querySelector<HTMLElement>(`[data-row="${next.row}"][data-cell="${next.cell}"]`)
        ?.focus();
    }
  };

  return { shown, cursor, handlers: { onPointerDown, onPointerOver, onKeyDown } };
}
