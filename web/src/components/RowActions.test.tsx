import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { i18n } from '../i18n/index.ts';
import { anAccount } from '../test/builders.ts';
import { renderPart } from '../test/render.tsx';
import { RowActions, type RowAction } from './RowActions.tsx';

const t = i18n.getFixedT('zh-TW', 'parts');

function open(refused: Partial<RowAction>) {
  const onClick = vi.fn<() => void>();
  const free = vi.fn<() => void>();
  const actions: RowAction[] = [
    { key: 'edit', label: 'Edit', onClick, ...refused },
    { key: 'copy', label: 'Copy', onClick: free },
    { key: 'delete', label: 'Delete', onClick, ...refused },
  ];
  const view = renderPart(<RowActions name="web-01" actions={actions} />, { account: anAccount() });
  return { ...view, onClick, free };
}

it('shows why an action in the row cannot be done, and does not do it', async () => {
  const { user, onClick } = open({ refusal: 'in use' });

  const button = screen.getByRole('button', { name: 'Edit web-01 (in use)' });
  await user.click(button);
  expect(onClick).not.toHaveBeenCalled();
  await user.hover(button.parentElement as HTMLElement);

  expect((await screen.findByRole('tooltip')).textContent).toBe('in use');
});

it('says the same of an action behind the menu, and still does the others', async () => {
  const { user, onClick, free } = open({ refusal: 'in use' });

  await user.click(screen.getByRole('button', { name: t('action.more', { name: 'web-01' }) }));
  const item = await screen.findByRole('menuitem', { name: 'Delete (in use)' });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  await user.click(item);
  expect(onClick).not.toHaveBeenCalled();
  await user.click(screen.getByRole('menuitem', { name: 'Copy' }));

  expect(free).toHaveBeenCalledOnce();
});

it('does what is not refused', async () => {
  const { user, onClick } = open({});
  await user.click(screen.getByRole('button', { name: 'Edit web-01' }));

  expect(onClick).toHaveBeenCalledOnce();
});
