import { listNotices, putNoticeAway, type Notice } from '@jadegate/contract/platform/notice';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { refuse, stubApi } from '../test/api-stub.ts';
import { anAccount } from '../test/builders.ts';
import { renderPart } from '../test/render.tsx';
import { NoticeBanner } from './NoticeBanner.tsx';

it('shows each notice with its urgency', async () => {
  stubApi().on(listNotices, (): Notice[] => [
    { id: 'a', level: 'danger', text: '磁碟空間不足' },
    { id: 'b', level: 'warning', text: '搜尋索引已滿' },
  ]);
  const { container } = renderPart(<NoticeBanner />, { account: anAccount() });
  // Not in the whole document: a message that another file left may still float over it.
  const banner = within(container);
  expect((await banner.findByRole('alert')).textContent).toBe('磁碟空間不足');
  expect(banner.getByRole('status').textContent).toBe('搜尋索引已滿');
});

it('shows where more is said as what it is, and lets it be put away where that is allowed', async () => {
  const link = 'https://jadegate.example/advisories/1';
  let notices: Notice[] = [
    { id: 'a', level: 'danger', text: '磁碟空間不足' },
    { id: 'b', level: 'danger', text: '<b>公告</b>', link, canPutAway: true },
  ];
  const api = stubApi()
    .on(listNotices, () => notices)
    .on(putNoticeAway, () => {
      notices = notices.slice(0, 1);
      return null;
    });
  const { user } = renderPart(<NoticeBanner />, { account: anAccount() });
  const shown = await screen.findByRole('link', { name: link });
  expect([shown.getAttribute('href'), shown.getAttribute('rel')]).toEqual([link, 'noopener noreferrer']);
  expect(screen.getByText('<b>公告</b>')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '收起這則通知' }));
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  expect(api.callsTo(putNoticeAway).map(({ params }) => params)).toEqual([{ id: 'b' }]);
  expect(screen.getByRole('alert').textContent).toBe('磁碟空間不足');
});

it('leads to the page it speaks of, and nobody to one they may not open', async () => {
  stubApi().on(listNotices, (): Notice[] => [
    { id: 'a', level: 'warning', text: 'gate-1', path: '/node/1?activeKey=gpus' },
    { id: 'b', level: 'warning', text: 'disk', path: '/monitoring' },
  ]);
  renderPart(<NoticeBanner />, { account: anAccount({ menus: ['node'] }) });
  await screen.findByText(/gate-1/);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/node/1?activeKey=gpus']);
});

it.each([
  ['there is nothing to say', () => []],
  ['the server refuses', () => refuse('internal')],
])('takes no room when %s', async (_when, answer) => {
  const api = stubApi().on(listNotices, answer);
  const { container } = renderPart(<NoticeBanner />, { account: anAccount() });
  await waitFor(() => expect(api.callsTo(listNotices).length).toBeGreaterThan(0));
  expect(container.querySelector('section')).toBeNull();
});
