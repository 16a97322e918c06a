import { getSettings, updateSettings } from '@jadegate/contract/platform/setting-endpoints';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { someSettings } from '../features/platform/setting/setting.builders.ts';
import { BrandingContext } from '../hooks/branding.ts';
import { i18n } from '../i18n/index.ts';
import { stubApi } from '../test/api-stub.ts';
import { anAccount } from '../test/builders.ts';
import { renderPart } from '../test/render.tsx';
import { TimeZoneQuestion } from './TimeZoneQuestion.tsx';

const t = i18n.getFixedT('zh-TW', 'app');
const OWN = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const ELSEWHERE = OWN === 'Asia/Taipei' ? 'UTC' : 'Asia/Taipei';

function open({
  zone = ELSEWHERE,
  stored = '',
  menus = ['setting'] as 'setting'[],
  list = null as ReactNode,
} = {}) {
  let setting = stored;
  const api = stubApi()
    .on(getSettings, () => someSettings({ 'time-zone': setting }))
    .on(updateSettings, ({ body }) => {
      setting = body['time-zone'] ?? '';
      return null;
    });
  const view = renderPart(
    <BrandingContext value={{ timeZone: zone }}>
      <TimeZoneQuestion />
      {list}
    </BrandingContext>,
    { account: anAccount({ menus }) },
  );
  return { ...view, api };
}

it.each([
  ['the zone of this computer', 'timeZone.use', OWN],
  ['the one of the server', 'timeZone.keep', ELSEWHERE],
] as const)('asks which zone counts, and stores %s, so that nobody is asked again', async (_, key, zone) => {
  const { user, api } = open();
  await user.click(await screen.findByRole('button', { name: t(key, { zone }) }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(api.callsTo(updateSettings).map(({ body }) => body)).toEqual([{ 'time-zone': zone }]);
});

it('has times read again that were meant in the old zone', async () => {
  const readTimes = vi.fn(async () => 'times');
  const List = () => useQuery({ queryKey: ['session'], queryFn: readTimes }).data;
  const { user } = open({ list: <List /> });
  await user.click(await screen.findByRole('button', { name: t('timeZone.use', { zone: OWN }) }));
  await waitFor(() => expect(readTimes).toHaveBeenCalledTimes(2));
});

it.each([
  ['the zones are the same', { zone: OWN }],
  ['nobody knows the zone of the server', { zone: '' }],
  ['the person may not change settings', { menus: [] }],
])('asks nothing when %s', (_when, given) => {
  const { api } = open(given);
  expect(api.callsTo(getSettings)).toHaveLength(0);
});

it('asks nothing once it was answered', async () => {
  const { api } = open({ stored: ELSEWHERE });
  await waitFor(() => expect(api.callsTo(getSettings)).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});
