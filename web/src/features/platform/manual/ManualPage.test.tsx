import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { catalogue } from '../../../i18n/zh-TW.ts';
import { currentPath, renderApp } from '../../../test/render.tsx';

const words = catalogue.manual;

it('is read and searched by somebody who is not signed in, in either language', async () => {
  const { user } = renderApp('/manual');
  expect(await screen.findByRole('heading', { level: 1, name: '第一次登入與兩步驟驗證' })).toBeTruthy();
  expect(currentPath()).toBe('/manual/first-login');

  await user.type(screen.getByLabelText(words.search.label), 'rescue');
  await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: /鎖在門外/ }));
  expect(await screen.findByRole('heading', { level: 1, name: '疑難排解' })).toBeTruthy();
  expect(window.location.hash).toBe('#locked-out');

  await user.selectOptions(screen.getByLabelText(catalogue.common.preference.language), 'en');
  expect(await screen.findByRole('heading', { level: 1, name: 'Troubleshooting' })).toBeTruthy();
});

it('is shown with an anchor that cannot be read, too', async () => {
  renderApp('/manual/connect#%E0%A4');
  expect(await screen.findByRole('navigation', { name: words.contents })).toBeTruthy();
});
