import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { useHotkey } from './useHotkey.ts';

function Page({ onPress }: { onPress: () => void }) {
  useHotkey('/', onPress);
  return (
    <>
      <input aria-label="note" />
      <div role="dialog" aria-label="question">
        <button type="button">yes</button>
      </div>
    </>
  );
}

describe('useHotkey', () => {
  it('runs on the plain key anywhere on the page', async () => {
    const press = vi.fn();
    render(<Page onPress={press} />);

    await userEvent.keyboard('/');

    expect(press).toHaveBeenCalledOnce();
  });

  it('leaves the key to what is being typed, to a dialog in front, and to combinations', async () => {
    const press = vi.fn();
    render(<Page onPress={press} />);

    await userEvent.type(screen.getByLabelText('note'), '/');
    screen.getByRole('button', { name: 'yes' }).focus();
    await userEvent.keyboard('/');
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('{Control>}/{/Control}');

    expect(press).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('note').value).toBe('/');
  });
});
