import { getCommand } from '@jadegate/contract/access/command';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { readBegin } from '../../../components/session/session-begin.ts';
import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { ExecuteCommandPage } from './ExecuteCommandPage.tsx';

const t = i18n.getFixedT('zh-TW', 'command-run');
const ASSETS = [
  { id: 'a', name: 'web-01' },
  { id: 'b', name: 'web-02' },
];

function openPage(content: string, assets: string = JSON.stringify(ASSETS)) {
  stubApi().on(getCommand, () => ({
    id: 'c',
    name: '列出',
    content,
    created: '2026-11-16 08:00:00',
    owner: 'u',
    ownerName: '',
    ownerAccount: '',
    shared: false,
  }));
  const query = new URLSearchParams({ commandId: 'c', assets }).toString();
  return renderPart(<ExecuteCommandPage title="execute" />, {
    account: anAccount(),
    path: `/execute-command?${query}`,
  });
}

beforeEach(() => sessionStorage.clear());

describe('a saved command on some hosts', () => {
  it('is shown with where it goes, and only handed on when somebody says so', async () => {
    const { user } = openPage('ls\n');
    expect(await screen.findByText('web-02')).toBeTruthy();
    expect(readBegin()).toBeUndefined();
    await user.click(screen.getByRole('button', { name: t('execute.begin') }));
    expect(readBegin()).toEqual({ assets: ASSETS, text: 'ls\n' });
  });

  it('asks for its parameters first', async () => {
    const { user } = openPage('ls {{where:/srv}}\n');
    await user.click(await screen.findByRole('button', { name: t('execute.begin') }));
    expect(readBegin()).toBeUndefined();
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('/srv');
  });

  it.each(['', 'no JSON', '[]', '[{"id":1}]'])(
    'is not run anywhere where the address says %j',
    async (assets) => {
      openPage('ls', assets);
      expect(await screen.findByText(t('execute.nothing'))).toBeTruthy();
      expect(screen.queryByRole('button', { name: t('execute.begin') })).toBeNull();
    },
  );
});
