import { listWorkerAssets } from '@jadegate/contract/worker-asset';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { stubApi } from '../test/api-stub.ts';
import { aUser } from '../test/builders.ts';
import { renderPart } from '../test/render.tsx';
import { Shortcuts } from './Shortcuts.tsx';

it('gives the palette what is typed before it is there, and nothing to the shell behind it', async () => {
  stubApi().on(listWorkerAssets, () => ({ total: 0, items: [] }));
  const heard: string[] = [];
  renderPart(
    <>
      <textarea aria-label="shell" onKeyDown={({ key }) => heard.push(key)} />
      <Shortcuts isSession />
    </>,
    { account: aUser() },
  );
  const shell = screen.getByLabelText('shell');
  const press = (key: string, how: object = {}) => fireEvent.keyDown(shell, { key, ...how });

  press('a');
  press('K', { code: 'KeyK', altKey: true, shiftKey: true });
  for (const key of ['w', 'e', 'n', 'Backspace', 'b']) {
    press(key);
  }

  // It is loaded now for the first time, which takes long where much else is done.
  const box = await screen.findByRole<HTMLInputElement>('combobox', {}, { timeout: 50_000 });
  await waitFor(() => expect(box.value).toBe('web'));
  expect(heard).toEqual(['a']);
  press('z');
  expect(heard).toEqual(['a', 'z']);
});
