import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { i18n } from '../../i18n/index.ts';
import { renderPart } from '../../test/render.tsx';
import { HostPicker } from './HostPicker.tsx';

const t = i18n.getFixedT('zh-TW', 'parts');
const HOSTS = [
  { id: 'a', name: 'web-01', tags: 'prod,web' },
  { id: 'b', name: 'web-02', tags: 'web' },
  { id: 'c', name: 'db-01', tags: 'prod' },
  { id: 'd', name: 'db-02', tags: '' },
];

function Picker({ taken = [] }: { taken?: string[] }) {
  const [ids, setIds] = useState<string[]>([]);
  return (
    <>
      <label htmlFor="picker">hosts</label>
      <HostPicker
        id="picker"
        hosts={HOSTS}
        taken={{ ids: taken, label: 'in already' }}
        value={ids}
        onChange={setIds}
      />
      <output>{ids.join()}</output>
    </>
  );
}

const chosen = () => screen.getByRole('status').textContent;

it('takes all that a search finds, by name or tag, at once', async () => {
  const { user } = renderPart(<Picker taken={['b']} />);
  await user.type(screen.getByLabelText('hosts'), 'WEB');
  await user.click(await screen.findByText(t('hosts.addFound', { count: 1 })));
  expect(chosen()).toBe('a');
  await user.clear(screen.getByLabelText('hosts'));
  await user.type(screen.getByLabelText('hosts'), 'db-0');
  await user.click(await screen.findByText(t('hosts.addFound', { count: 2 })));
  expect(chosen()).toBe('a,c,d');
});

it('takes the hosts of the tag that was typed, and of no other', async () => {
  const { user } = renderPart(<Picker />);
  await user.type(screen.getByLabelText(t('hosts.tag')), 'we');
  await user.click(await screen.findByText(t('hosts.tagCount', { tag: 'web', count: 2 })));
  expect(chosen()).toBe('a,b');
});
