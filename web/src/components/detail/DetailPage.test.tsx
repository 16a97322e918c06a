import { queryOptions } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../i18n/index.ts';
import { anAccount } from '../../test/builders.ts';
import { renderPart } from '../../test/render.tsx';
import { DetailPage } from './DetailPage.tsx';

const parts = i18n.getFixedT('zh-TW', 'parts');

function Address() {
  return <output>{useLocation().search}</output>;
}

function open(read: () => Promise<{ name: string }>, path = '/thing/1') {
  return renderPart(
    <>
      <DetailPage
        read={queryOptions({ queryKey: ['thing'], queryFn: read, retry: false })}
        title={({ name }) => name}
        tabs={() => [
          { key: 'facts', label: 'Facts', content: 'the facts' },
          { key: 'people', label: 'People', content: 'the people' },
          { key: 'secret', label: 'Secret', access: ['user-detail'], content: 'the secret' },
        ]}
        listPath="/thing"
      />
      <Address />
    </>,
    { account: anAccount({ menus: ['user'] }), path },
  );
}

function failure(code: number): Error {
  return Object.assign(new Error('it broke'), { code });
}

describe('DetailPage', () => {
  it('opens the tab that the address names, and only tabs the person may see', async () => {
    open(async () => ({ name: 'web-01' }), '/thing/1?activeKey=people');

    expect(await screen.findByText('the people')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'web-01' })).toBeDefined();
    expect(screen.queryByRole('tab', { name: 'Secret' })).toBeNull();
  });

  it('opens the first tab when the address names one that is not there', async () => {
    open(async () => ({ name: 'web-01' }), '/thing/1?activeKey=secret');

    expect(await screen.findByText('the facts')).toBeDefined();
  });

  it('puts the chosen tab into the address and leaves the filters of the other behind', async () => {
    const { user } = open(async () => ({ name: 'web-01' }), '/thing/1?pageIndex=3');

    await user.click(await screen.findByRole('tab', { name: 'People' }));

    expect(screen.getByRole('status').textContent).toBe('?activeKey=people');
  });

  it('tells what is gone from what failed', async () => {
    const { unmount } = open(() => Promise.reject(failure(404)));
    expect(await screen.findByText(parts('missing.title'))).toBeDefined();
    unmount();

    open(() => Promise.reject(failure(-1)));
    expect((await screen.findByRole('alert')).textContent).toContain('it broke');
  });

  it('says so when the object may not be seen', async () => {
    open(() => Promise.reject(failure(403)));

    expect(await screen.findByText(parts('denied.title'))).toBeDefined();
  });
});
