import { listWorkerAssets } from '@jadegate/contract/access/worker-asset';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { stubApi } from '../test/api-stub.ts';
import { aUser } from '../test/builders.ts';
import { renderPart } from '../test/render.tsx';
import { Shortcuts } from './Shortcuts.tsx';

it('gives the palette what is typed before it is there, and nothing to the shell behind it', async () => {
  stubApi().on(listWorkerAssets, () => ({ total: 0, items: [] }));
  const heard: string[] = [];
  const { user } = renderPart(
    <>
      <textarea aria-label="shell" onKeyDown={({ key }) => heard.push(key)} />
      <Shortcuts isSession />
    </>,
    { account: aUser() },
  );
  const letters = () => heard.filter((key) => key.length === 1);
  const shell = screen.getByLabelText('shell');
  await user.click(shell);

  // Into whatever has the cursor: the palette may be there at once, when somebody had it loaded.
  await user.keyboard('a{Alt>}{Shift>}[KeyK]{/Shift}{/Alt}wen{Backspace}b');

  // It is loaded now for the first time, which takes long where much else is done.
  const box = await screen.findByRole<HTMLInputElement>('combobox', {}, { timeout: 50_000 });
  await waitFor(() => expect(box.value).toBe('web'));
  expect(letters()).toEqual(['a']);
  fireEvent.keyDown(shell, { key: 'z' });
  expect(letters()).toEqual(['a', 'z']);
});
