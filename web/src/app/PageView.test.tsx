import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { renderPart } from '../test/render.tsx';
import { lazyComponent } from './lazy-component.ts';
import type { Page, PageProps } from './navigation.ts';
import { PageView } from './PageView.tsx';

function pageOf(load: () => Promise<(props: PageProps) => React.ReactNode>): Page {
  return { path: '/x', shell: 'personal', label: 'page.my-asset', page: lazyComponent(load) };
}

it('says that it is loading until the page is there', async () => {
  let arrive: (page: (props: PageProps) => React.ReactNode) => void = () => {};
  const load = () => new Promise<(props: PageProps) => React.ReactNode>((resolve) => (arrive = resolve));
  renderPart(<PageView page={pageOf(load)} />);
  expect(screen.getByRole('status').textContent).toBe('努力載入中');
  await act(async () => arrive(() => <p>there</p>));
  expect(await screen.findByText('there')).toBeTruthy();
});

it('shows the error of a page that threw', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = () => {
    throw new Error('cannot read colour of undefined');
  };
  renderPart(<PageView page={pageOf(async () => broken)} />);
  expect(await screen.findByText('Unexpected Application Error!')).toBeTruthy();
  expect(screen.getByText('cannot read colour of undefined')).toBeTruthy();
});
