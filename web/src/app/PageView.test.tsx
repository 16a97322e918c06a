import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import { usePageSubject } from '../hooks/page-subject.ts';
import { catalogue } from '../i18n/zh-TW.ts';
import { renderPart } from '../test/render.tsx';
import { lazyComponent } from './lazy-component.ts';
import type { Page } from './navigation.ts';
import type { PageProps } from './page-props.ts';
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

it('draws a page that was loaded ahead at once', async () => {
  const load = vi.fn(async () => () => <p>there</p>);
  const page = pageOf(load);
  page.page.preload();
  await waitFor(() => expect(load).toHaveResolved());
  renderPart(<PageView page={page} />);
  expect(screen.getByText('there')).toBeTruthy();
});

it('keeps what was entered on a page that was loaded when it was shown', async () => {
  const page = pageOf(async () => () => <input aria-label="there" />);
  const Around = () => {
    const [label, setLabel] = useState<Page['label']>('page.my-asset');
    return (
      <>
        <button type="button" onClick={() => setLabel('page.my-command')}>
          again
        </button>
        <PageView page={{ ...page, label }} />
      </>
    );
  };
  const { user } = renderPart(<Around />);
  const shown = await screen.findByLabelText('there');
  await user.click(screen.getByText('again'));
  expect(document.title).toContain(catalogue.app.page['my-command']);
  expect(screen.getByLabelText('there')).toBe(shown);
});

it('names the tab after what the page is about, once that is known, and with the brand', async () => {
  const About = () => {
    const [host, setHost] = useState('');
    usePageSubject(host);
    return (
      <button type="button" onClick={() => setHost(host === '' ? 'db-01' : '')}>
        open
      </button>
    );
  };
  const { user } = renderPart(<PageView page={pageOf(async () => About)} />);
  const { page, brand } = catalogue.app;
  const titles = [`db-01｜${brand.name}`, `${page['my-asset']}｜${brand.name}`];
  for (const title of titles) {
    await user.click(await screen.findByText('open'));
    expect(document.title).toBe(title);
  }
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
