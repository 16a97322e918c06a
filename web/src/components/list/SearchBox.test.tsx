import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { renderPart } from '../../test/render.tsx';
import { SEARCH_DELAY_MS, SearchBox } from './SearchBox.tsx';

const onSearch = vi.fn();

beforeEach(() => {
  onSearch.mockReset();
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function typed(text: string, isComposing = false): HTMLElement {
  const box = screen.getByRole<HTMLInputElement>('searchbox');
  fireEvent(box, new InputEvent('input', { bubbles: true, isComposing }));
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
  fireEvent(box, new InputEvent('input', { bubbles: true, isComposing }));
  return box;
}

function wait(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

describe('SearchBox', () => {
  it('searches when typing has paused, not before', () => {
    renderPart(<SearchBox value="" placeholder="Search" onSearch={onSearch} />);

    typed('db');
    wait(SEARCH_DELAY_MS - 1);
    expect(onSearch).not.toHaveBeenCalled();
    wait(1);

    expect(onSearch.mock.calls).toEqual([['db']]);
  });

  it('does not search for a word that is still being composed', () => {
    renderPart(<SearchBox value="" placeholder="Search" onSearch={onSearch} />);

    const box = typed('zi', true);
    wait(SEARCH_DELAY_MS * 2);
    expect(onSearch).not.toHaveBeenCalled();
    typed('db', true);
    fireEvent.compositionEnd(box);
    wait(SEARCH_DELAY_MS);

    expect(onSearch.mock.calls).toEqual([['db']]);
  });

  it('searches at once when it is emptied', () => {
    renderPart(<SearchBox value="db" placeholder="Search" onSearch={onSearch} />);

    typed('');

    expect(onSearch.mock.calls).toEqual([['']]);
  });
});
