import { savePreferences } from '@jadegate/contract/identity/user-preference';
import { getBranding } from '@jadegate/contract/platform/branding';
import { sessionFileEndpoints as files } from '@jadegate/contract/session/session-files';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { aFolderPage, anEntry } from '../../../components/files/file.builders.ts';
import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { aBranding, anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { SessionFilesPanel, type FileFlags } from './SessionFilesPanel.tsx';

const t = i18n.getFixedT('zh-TW', 'session-files');
const FLAGS: FileFlags = {
  fileSystem: '1',
  upload: '1',
  download: '1',
  delete: '1',
  rename: '1',
  edit: '1',
  createDir: '1',
};

function open({ first, hasShell = true }: { first?: string; hasShell?: boolean } = {}) {
  const api = stubApi()
    .on(getBranding, () => aBranding())
    .on(files.stat, () => anEntry({ name: 'me', path: '/home/me', isDir: true }))
    .on(files.page, () => aFolderPage([]))
    .on(savePreferences, ({ body }) => body);
  function Session() {
    const [directory, setDirectory] = useState(first);
    return (
      <>
        {['/srv', '/tmp'].map((path) => (
          <button key={path} type="button" onClick={() => setDirectory(path)}>{`cd ${path}`}</button>
        ))}
        <SessionFilesPanel sessionId="s1" flags={FLAGS} isShown hasShell={hasShell} directory={directory} />
      </>
    );
  }
  const view = renderPart(<Session />, { account: anAccount() });
  const isAt = (path: string) => waitFor(() => expect(api.callsTo(files.page).at(-1)?.body.dir).toBe(path));
  return { ...view, api, isAt };
}

const press = (name: string) => screen.getByRole('button', { name });

it('lists where the shell is and where it goes, until that is switched off', async () => {
  const { user, api, isAt } = open({ first: '/var/log' });
  await isAt('/var/log');
  await user.click(press('cd /srv'));
  await isAt('/srv');
  await user.click(screen.getByRole('switch', { name: t('follow.label') }));
  await waitFor(() =>
    expect(api.callsTo(savePreferences)[0]?.body).toEqual({ panel: { followsShell: false } }),
  );
  await user.click(press('cd /tmp'));
  expect(api.callsTo(files.page).map(({ body }) => body.dir)).not.toContain('/tmp');
  await user.click(press(t('follow.go')));
  await isAt('/tmp');
});

it('says how a shell is made to tell, when it never did', async () => {
  const { user, isAt } = open();
  await isAt('/home/me');
  await user.click(press(t('follow.go')));
  expect(screen.getByText(t('follow.unknown'))).toBeDefined();
  expect(screen.getByText(/^PROMPT_COMMAND='printf ".*\$\{PWD\/\/%\/%25\}"'$/)).toBeDefined();
  await user.click(press('cd /srv'));
  await isAt('/srv');
  expect(screen.queryByText(t('follow.unknown'))).toBeNull();
});

it('is not offered where there is no shell, as on the drive of a desktop', async () => {
  const { isAt } = open({ hasShell: false });
  await isAt('/home/me');
  expect(screen.queryByText(t('follow.label'))).toBeNull();
  expect(screen.queryByRole('button', { name: t('follow.go') })).toBeNull();
});
