import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { renderPart } from '../test/render.tsx';
import { ConfirmButton } from './ConfirmButton.tsx';

function confirmButton(onConfirm: () => Promise<unknown>, typeName?: string) {
  return (
    <ConfirmButton
      title="Delete storage archive?"
      consequence="All files in it are gone."
      confirmLabel="Delete for good"
      typeName={typeName}
      onConfirm={onConfirm}
    >
      Delete
    </ConfirmButton>
  );
}

describe('ConfirmButton', () => {
  it('does nothing before the object and the consequence were confirmed', async () => {
    const act = vi.fn(async () => undefined);
    const { user } = renderPart(confirmButton(act));

    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('All files in it are gone.')).toBeDefined();
    expect(act).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Delete for good' }));

    expect(act).toHaveBeenCalledOnce();
    await waitFor(() => {
      fireEvent.animationEnd(screen.getByRole('dialog')); // No animation runs here, so nothing else ends it.
      expect(screen.queryByText('All files in it are gone.')).toBeNull();
    });
  });

  it('waits for the name to be typed where that is asked for', async () => {
    const act = vi.fn(async () => undefined);
    const { user } = renderPart(confirmButton(act, 'archive'));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete for good' });

    await user.type(screen.getByRole('textbox'), 'archiv{Enter}');
    expect(confirm.disabled).toBe(true);
    expect(act).not.toHaveBeenCalled();
    await user.type(screen.getByRole('textbox'), 'e{Enter}');

    expect(act).toHaveBeenCalledOnce();
  });

  it('stays open and says why when the act fails', async () => {
    const { user } = renderPart(confirmButton(() => Promise.reject(new Error('disk is busy'))));
    await user.click(screen.getByRole('button', { name: 'Delete' }));

    await user.click(await screen.findByRole('button', { name: 'Delete for good' }));

    expect((await screen.findByRole('alert')).textContent).toContain('disk is busy');
  });
});
