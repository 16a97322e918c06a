import { getBranding } from '@jadegate/contract/platform/branding';
import { getSessionStats, type SessionStats } from '@jadegate/contract/session/session-stats';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi, type Refusal } from '../../../test/api-stub.ts';
import { aBranding, anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { noStats, someStats } from './host-panel.builders.ts';
import { HostPanel } from './HostPanel.tsx';

const t = i18n.getFixedT('zh-TW', 'host-panel');
const section = (name: string) => within(screen.getByRole('region', { name }));

function open(answer: () => SessionStats | Refusal) {
  let asked = 0;
  stubApi()
    .on(getBranding, () => aBranding())
    .on(getSessionStats, () => {
      asked += 1;
      return answer();
    });
  const view = renderPart(<HostPanel sessionId="s1" />, { account: anAccount() });
  return { ...view, asked: () => asked };
}

describe('the host panel', () => {
  it('shows each section with its figures', async () => {
    open(() => someStats());
    await screen.findByText('web-01.example.test');
    expect(section(t('system.title')).getByText('1 天 2 小時')).toBeTruthy();
    expect(section(t('load.title')).getByText('1.25')).toBeTruthy();
    expect(section(t('cpu.title')).getByText('30.0%')).toBeTruthy();
    expect(section(t('memory.title')).getByText('4.00 GB / 16.00 GB')).toBeTruthy();
    expect(section(t('disk.title')).getByText('95.00 GB / 100.00 GB · 95%')).toBeTruthy();
    const network = section(t('network.title'));
    expect(network.getByText('10.0.0.5/24')).toBeTruthy();
    expect(network.getByText('共 1.00 MB')).toBeTruthy();
    const names = network.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(names.at(-1)).toContain('lo');
  });

  it('asks again as often as chosen', async () => {
    const { user, asked } = open(() => someStats());
    await screen.findByText('web-01.example.test');
    await user.click(screen.getByText(t('interval.seconds', { count: 1 })));
    await waitFor(() => expect(asked()).toBeGreaterThan(1), { timeout: 3000 });
  });

  it('says so when the host tells nothing', async () => {
    open(() => noStats());
    expect(await screen.findByText(t('empty.title'))).toBeTruthy();
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('says for one section that it is not known', async () => {
    open(() => someStats({ fileSystems: [], cpu: noStats().cpu, swapTotal: 0 }));
    await screen.findByText('web-01.example.test');
    expect(section(t('disk.title')).getByText(t('unknown'))).toBeTruthy();
    expect(section(t('cpu.title')).getByText(t('cpu.measuring'))).toBeTruthy();
    expect(section(t('memory.title')).getByText(t('memory.noSwap'))).toBeTruthy();
  });

  it('shows why when the session is over', async () => {
    const { asked } = open(() => refuse('session.over', '這個連線已經結束'));
    await screen.findByText('這個連線已經結束');
    expect(asked()).toBe(1);
  });
});
