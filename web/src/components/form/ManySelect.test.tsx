import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { renderPart } from '../../test/render.tsx';
import { ManySelect } from './ManySelect.tsx';

function Sample({ mode }: { mode: 'multiple' | 'tags' }) {
  const [value, setValue] = useState(['one']);
  return (
    <>
      <ManySelect
        mode={mode}
        aria-label="things"
        value={value}
        onChange={setValue}
        options={['one', 'two'].map((name) => ({ value: name, label: name }))}
      />
      <output>{value.join(' ')}</output>
    </>
  );
}

it.each(['multiple', 'tags'] as const)('Tab chooses nothing and takes nothing away: %s', async (mode) => {
  const { user } = renderPart(<Sample mode={mode} />, {});
  await user.click(screen.getByLabelText('things'));
  await screen.findByRole('option', { name: 'two' });
  await user.keyboard('{ArrowDown}{ArrowUp}');
  // As browsers send it; the list goes by the old number of the key.
  fireEvent.keyDown(screen.getByLabelText('things'), { key: 'Tab', keyCode: 9 });
  expect(screen.getByRole('status').textContent).toBe('one');
});

it('Tab keeps what was typed as a tag', async () => {
  const { user } = renderPart(<Sample mode="tags" />, {});
  await user.type(screen.getByLabelText('things'), 'three');
  await user.tab();
  expect(screen.getByRole('status').textContent).toBe('one three');
});
