import type { VmState } from '@jadegate/contract/fleet/vm-state';
import { getBranding } from '@jadegate/contract/platform/branding';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../i18n/index.ts';
import { stubApi } from '../../test/api-stub.ts';
import { aBranding, anAccount } from '../../test/builders.ts';
import { renderPart } from '../../test/render.tsx';
import { VmConsoleButtons } from './VmConsoleButtons.tsx';

const t = i18n.getFixedT('zh-TW', 'session-frame');
const MACHINE = { id: 'v1', name: 'web-01', state: 'running' as VmState, hasSerial: true, hasVnc: true };

async function show(change: Partial<typeof MACHINE> = {}, account = anAccount()) {
  stubApi().on(getBranding, () => aBranding());
  renderPart(
    <>
      <p>page</p>
      <VmConsoleButtons vm={{ ...MACHINE, ...change }} />
    </>,
    { account },
  );
  await screen.findByText('page');
}

describe('the consoles of a machine', () => {
  it('open in windows of their own, named after it', async () => {
    await show();
    const text = new URL(
      screen.getByRole('link', { name: t('console.serial') }).getAttribute('href') ?? '',
      'http://here',
    );
    expect([text.pathname, ...text.searchParams.values()]).toEqual([
      '/term',
      'v1',
      'serial',
      'web-01（主控台）',
    ]);
    const drawn = screen.getByRole('link', { name: t('console.vnc') });
    expect(drawn.getAttribute('href')).toMatch(/^\/access\?vmId=v1&console=vnc&/);
    expect(drawn.getAttribute('target')).toBe('_blank');
  });

  it.each([
    ['does not run', { state: 'stopped' }, ['console.serial', 'console.vnc']],
    ['has no serial line', { hasSerial: false }, ['console.serial']],
    ['has no screen', { hasVnc: false }, ['console.vnc']],
  ] as const)('of one that %s cannot be pressed', async (_what, change, refused) => {
    await show(change);
    for (const name of refused) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name: t(name) }).disabled).toBe(true);
    }
    expect(screen.queryAllByRole('link')).toHaveLength(2 - refused.length);
  });

  it('are not there for those who may not open them', async () => {
    await show({}, anAccount({ menus: ['vm'] }));
    expect(screen.queryByText(t('console.serial'))).toBeNull();
  });
});
