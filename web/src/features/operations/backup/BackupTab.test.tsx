import {
  BACKUP_SECTIONS,
  exportBackup,
  importBackup,
  previewBackup,
  type BackupPreview,
} from '@jadegate/contract/operations/backup';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { BackupTab } from './BackupTab.tsx';
import { strengthOf } from './passphrase-strength.ts';

const t = i18n.getFixedT('zh-TW', 'backup');
const parts = i18n.getFixedT('zh-TW', 'parts');

const NONE = { count: 0, names: [] };
const PREVIEW: BackupPreview = {
  created: '2026-11-15T03:20:00.000Z',
  product: '1.3.5',
  differsFirstAdministrator: true,
  sections: BACKUP_SECTIONS.map((section) => ({
    section,
    new: section === 'users' ? { count: 101, names: ['amy', 'bo'] } : NONE,
    same: NONE,
    different: NONE,
    conflict: section === 'credentials' ? { count: 1, names: ['root'] } : NONE,
  })),
};
const RESULT = { sections: [{ section: 'users' as const, created: 101, replaced: 2, kept: 3 }] };

/** Quicker than typing; what is typed letter by letter is not what is tested. */
async function paste(user: ReturnType<typeof renderPart>['user'], field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

function open() {
  const api = stubApi();
  const view = renderPart(<BackupTab />, { account: anAccount() });
  const preview = async () => {
    const file = new File(['bytes'], 'mine.jgb');
    await view.user.upload(screen.getByLabelText(parts('file.input')), file);
    await paste(view.user, screen.getByLabelText(t('field.passphrase')), 'seven quiet herons');
    await view.user.click(screen.getByRole('button', { name: t('restore.open') }));
  };
  const restore = async () => {
    await paste(view.user, await screen.findByLabelText(t('field.password')), 'own password');
    await view.user.click(screen.getByRole('button', { name: t('restore.action') }));
    const dialog = within(await screen.findByRole('dialog'));
    await view.user.click(dialog.getByRole('button', { name: t('restore.action') }));
  };
  return { api, preview, restore, ...view };
}

describe('exporting', () => {
  beforeEach(() => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
    // The page would follow the link and be gone for the tests after this one.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function fill(view: ReturnType<typeof open>, second: string) {
    await view.user.click(screen.getByRole('button', { name: t('export.action') }));
    const drawer = within(await screen.findByRole('dialog'));
    await paste(view.user, drawer.getByLabelText(t('field.passphrase')), 'seven quiet herons');
    await paste(view.user, drawer.getByLabelText(t('field.passphrase2')), second);
    await paste(view.user, drawer.getByLabelText(t('field.password')), 'own password');
    await view.user.click(drawer.getByRole('button', { name: t('export.submit') }));
  }

  it('sends the passphrase and the proof, and hands over the file', async () => {
    const view = open();
    const headers = { 'content-disposition': 'attachment; filename="jadegate-backup-1.jgb"' };
    view.api.on(exportBackup, () => new Response('bytes', { headers }));
    await fill(view, 'seven quiet herons');
    expect(await screen.findByText(t('export.done', { name: 'jadegate-backup-1.jgb' }))).toBeDefined();
    expect(view.api.callsTo(exportBackup)[0]?.body).toEqual({
      passphrase: 'seven quiet herons',
      password: 'own password',
      totp: '',
    });
    expect(vi.mocked(URL).createObjectURL.mock.calls).toHaveLength(1);
  });

  it('asks again when the two passphrases differ, and shows a refused password at its field', async () => {
    const view = open();
    await fill(view, 'seven quiet hens');
    expect(await screen.findByText('兩次輸入的內容不一致')).toBeDefined();
    expect(view.api.callsTo(exportBackup)).toEqual([]);
  });
});

describe('restoring', () => {
  it('shows what would change, restores as chosen, and keeps the result until it is dismissed', async () => {
    const { api, user, preview, restore } = open();
    api.on(previewBackup, () => PREVIEW).on(importBackup, () => RESULT);
    await preview();

    const row = (await screen.findByText(t('section.users'))).closest('tr') as HTMLElement;
    expect(within(row).getByText('101')).toBeDefined();
    await user.click(within(row).getByRole('button'));
    expect(await screen.findByText(/amy、bo/)).toBeDefined();

    await user.click(screen.getByRole('radio', { name: t('existing.replace') }));
    expect(screen.getByRole('checkbox', { name: t('restore.firstAdministrator') })).toBeDefined();
    await restore();
    expect(await screen.findByText(t('outcome.title'))).toBeDefined();
    const form = api.callsTo(importBackup)[0]?.form;
    expect(Object.fromEntries([...(form ?? [])].filter(([name]) => name !== 'file'))).toEqual({
      passphrase: 'seven quiet herons',
      existing: 'replace',
      firstAdministrator: 'keep',
      password: 'own password',
      confirmLockout: 'false',
    });
    await user.click(screen.getByRole('button', { name: t('action.close') }));
    expect(screen.getByRole('button', { name: t('restore.open') })).toBeDefined();
  });

  it('says why a file does not open', async () => {
    const { api, preview } = open();
    api.on(previewBackup, () => refuse('backup.passphrase_wrong', '通行片語不正確'));
    await preview();
    expect(await screen.findByText('通行片語不正確')).toBeDefined();
  });

  it('asks once more before it shuts the person out', async () => {
    const { api, user, preview, restore } = open();
    api
      .on(previewBackup, () => PREVIEW)
      .on(importBackup, ({ form }) =>
        form?.get('confirmLockout') === 'true' ? RESULT : refuse('access_security.locks_out', '將無法存取'),
      );
    await preview();
    await restore();
    await user.click(await screen.findByRole('button', { name: t('restore.lockoutConfirm') }));
    expect(await screen.findByText(t('outcome.title'))).toBeDefined();
    expect(api.callsTo(importBackup)).toHaveLength(2);
  });
});

it('hints at how well a passphrase holds', () => {
  expect(
    [
      'short',
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      'seven herons12',
      'seven quiet herons',
      'seven quiet herons in a row',
    ].map(strengthOf),
  ).toEqual(['short', 'weak', 'weak', 'fair', 'strong']);
});
