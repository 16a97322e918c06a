import { getBranding } from '@jadegate/contract/platform/branding';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { aBranding } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { KeyBar } from './KeyBar.tsx';
import { PLAIN_KEYS } from './terminal-view.ts';

const t = i18n.getFixedT('zh-TW', 'terminal');

it('has the keys that phones lack, each with a name', async () => {
  stubApi().on(getBranding, () => aBranding());
  const onPress = vi.fn();
  const onHold = vi.fn();
  const { user } = renderPart(<KeyBar held="Alt" onHold={onHold} onPress={onPress} />);
  for (const key of ['Pipe', 'Slash', 'Tilde', 'Dash', 'PageUp', 'PageDown'] as const) {
    await user.click(screen.getByRole('button', { name: t(`key.${key}`) }));
  }
  const sent = onPress.mock.calls.map(([key]) => PLAIN_KEYS[key as keyof typeof PLAIN_KEYS]);
  expect(sent).toEqual(['|', '/', '~', '-', '\u001B[5~', '\u001B[6~']);
  await user.click(screen.getByRole('button', { name: 'Alt', pressed: true }));
  await user.click(screen.getByRole('button', { name: 'Ctrl', pressed: false }));
  expect(onHold.mock.calls).toEqual([[undefined], ['Ctrl']]);
});
