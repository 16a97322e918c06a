import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderPart } from '../test/render.tsx';
import { toast } from './toast.ts';

it('shows a failure for three seconds, also one from before the toaster was there', async () => {
  toast('網路異常，請檢查連線後再試');
  renderPart(null);
  expect(await screen.findByText('網路異常，請檢查連線後再試')).toBeTruthy();
  const shownAt = Date.now();
  // The fading itself never ends where nothing is drawn, so its start is waited for.
  await waitFor(() => expect(document.querySelector('.ant-message-fade-leave')).not.toBeNull(), {
    timeout: 8000,
  });
  expect(Date.now() - shownAt).toBeGreaterThan(2500);
});

it('shows the same failure once', async () => {
  renderPart(null);
  toast('伺服器忙碌');
  toast('伺服器忙碌');
  expect(await screen.findAllByText('伺服器忙碌')).toHaveLength(1);
});
