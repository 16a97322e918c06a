import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { saveOpenKeys } from '../api/storage.ts';
import { anAccount } from '../test/builders.ts';
import { renderPart } from '../test/render.tsx';
import { pageAt } from './navigation.ts';
import { SideMenu } from './SideMenu.tsx';

it('has one group open at a time, that of the page first', async () => {
  saveOpenKeys(['ops', 'security']);
  const { user } = renderPart(<SideMenu current={pageAt('/node')} isCollapsed={false} />, {
    account: anAccount(),
  });
  const open = () =>
    screen
      .getAllByRole('menuitem')
      .filter((item) => item.getAttribute('aria-expanded') === 'true')
      .map(({ textContent }) => textContent);
  expect(open()).toEqual(['實體資產']);
  await user.click(screen.getByRole('menuitem', { name: '系統維運' }));
  expect(open()).toEqual(['系統維運']);
  await user.click(screen.getByRole('menuitem', { name: '系統維運' }));
  expect(open()).toEqual([]);
});
