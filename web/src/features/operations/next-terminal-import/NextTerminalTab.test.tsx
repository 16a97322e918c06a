import {
  beginNextTerminalImport,
  bringNextTerminal,
  closeNextTerminalImport,
  getNextTerminalImport,
  lookAtNextTerminalAgain,
  stopNextTerminalImport,
  type NextTerminalFolder,
  type NextTerminalImport,
} from '@jadegate/contract/operations/next-terminal-import';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { NextTerminalTab } from './NextTerminalTab.tsx';

const t = i18n.getFixedT('zh-TW', 'next-terminal-import');
const FOLDER: NextTerminalFolder = {
  path: '/srv/old',
  files: [{ name: 'nt.db', bytes: 4_000_000 }],
  hasRecordings: true,
  hasFiles: false,
};

function anImport(given: Partial<NextTerminalImport>): NextTerminalImport {
  return {
    state: 'looked',
    step: 'look',
    place: 'folder',
    placeName: 'nt.db',
    administrators: false,
    recordings: true,
    files: false,
    startedBy: 'admin',
    startedAt: '2026-11-15T03:20:00.000Z',
    progress: null,
    failure: '',
    report: {
      origin: 'sqlite',
      isDryRun: true,
      roles: [{ name: '稽核', menus: ['asset'], missing: ['tenant'] }],
      sections: [
        {
          section: 'users',
          found: 4,
          brought: 3,
          known: 0,
          left: 1,
          leftOnes: [{ name: 'boss', reason: 'username_taken', about: '' }],
          changed: 0,
          changedOnes: [],
        },
      ],
    },
    ...given,
  };
}

function open(current: NextTerminalImport | null, folder = FOLDER) {
  const api = stubApi();
  const at = { current };
  api.on(getNextTerminalImport, () => ({ folder, current: at.current }));
  const view = renderPart(<NextTerminalTab />, { account: anAccount() });
  const press = async (name: string) => view.user.click(await screen.findByRole('button', { name }));
  return { ...view, api, at, press };
}

it('asks where and for the key, and offers only what the folder has', async () => {
  const { api, at, user, press } = open(null);
  api.on(beginNextTerminalImport, () => {
    at.current = anImport({ state: 'looking', report: null });
    return null;
  });
  await press(t('action.next'));
  await user.type(await screen.findByLabelText(t('field.encryptionKey')), 'old key');
  const files: HTMLInputElement = screen.getByRole('checkbox', { name: t('option.files') });
  expect(files.disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: t('option.administrators') }));
  await press(t('action.look'));
  expect(await screen.findByText(t('running.looking'))).toBeDefined();
  expect(api.callsTo(beginNextTerminalImport)[0]?.body).toEqual({
    place: { kind: 'folder', file: 'nt.db' },
    encryptionKey: 'old key',
    administrators: true,
    recordings: true,
    files: false,
  });
});

it('shows what will happen with the reasons, and brings it with the password of the person', async () => {
  const { api, at, user, press } = open(anImport({}));
  const row = (await screen.findByText('使用者')).closest('tr') as HTMLElement;
  await user.click(within(row).getByRole('button'));
  expect(await screen.findByText(/boss：本系統已有同名帳號/)).toBeDefined();
  api.on(bringNextTerminal, ({ body }) => {
    if ((body as { password: string }).password !== 'right') {
      return refuse('auth.reauthentication_required', '密碼不正確');
    }
    at.current = anImport({ state: 'bringing', step: 'bring', progress: { section: 'assets', done: 300 } });
    return null;
  });
  const bring: HTMLButtonElement = screen.getByRole('button', { name: t('action.bring') });
  expect(bring.disabled).toBe(true);
  await user.type(screen.getByLabelText(t('field.ownPassword')), 'wrong');
  await press(t('action.bring'));
  expect(await screen.findByText('密碼不正確')).toBeDefined();
  await user.clear(screen.getByLabelText(t('field.ownPassword')));
  await user.type(screen.getByLabelText(t('field.ownPassword')), 'right');
  await press(t('action.bring'));
  expect(await screen.findByText(t('running.section', { section: '資產', done: 300 }))).toBeDefined();
  api.on(stopNextTerminalImport, () => {
    at.current = anImport({ state: 'stopped', step: 'bring' });
    return null;
  });
  await press(t('action.stop'));
  expect(await screen.findByText(t('stopped.bring'))).toBeDefined();
  expect(screen.getByRole('button', { name: t('action.goOn') })).toBeDefined();
});

it('says why a key was refused, and looks again without the file', async () => {
  const { api, at, user, press } = open(
    anImport({ state: 'failed', failure: '加密金鑰不正確', report: null }),
  );
  expect(await screen.findByText('加密金鑰不正確')).toBeDefined();
  api.on(lookAtNextTerminalAgain, () => {
    at.current = anImport({});
    return null;
  });
  await user.type(screen.getByLabelText(t('field.encryptionKey')), 'another');
  await press(t('action.look'));
  expect(await screen.findByText(t('review.title', { count: 3 }))).toBeDefined();
  expect(api.callsTo(lookAtNextTerminalAgain)[0]?.body).toMatchObject({ encryptionKey: 'another' });
});

it('keeps the result until somebody ends it', async () => {
  const { api, at, press } = open(anImport({ state: 'brought', step: 'bring' }));
  api.on(closeNextTerminalImport, () => {
    at.current = null;
    return null;
  });
  expect(await screen.findByText(t('done.title'))).toBeDefined();
  await press(t('action.finish'));
  expect(await screen.findByText(t('notice.title'))).toBeDefined();
});

it('whoever gives up a database that refused them finds what they typed about it, and corrects it', async () => {
  const { api, at, user, press } = open(null);
  await user.click(await screen.findByRole('radio', { name: /MariaDB/ }));
  await user.type(screen.getByLabelText(t('field.host')), 'db.internal');
  await user.type(screen.getByLabelText(t('field.username')), 'reader');
  await press(t('action.next'));
  api.on(beginNextTerminalImport, () => {
    at.current = anImport({ state: 'failed', place: 'mysql', failure: '資料庫伺服器拒絕了', report: null });
    return null;
  });
  await press(t('action.look'));
  expect(await screen.findByText('資料庫伺服器拒絕了')).toBeDefined();
  api.on(closeNextTerminalImport, () => {
    at.current = null;
    return null;
  });
  await press(t('action.giveUp'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t('action.giveUp') }));
  expect(await screen.findByLabelText(t('field.host'))).toHaveProperty('value', 'db.internal');
  expect(screen.getByLabelText(t('field.username'))).toHaveProperty('value', 'reader');
});
