import { listAssets } from '@jadegate/contract/access/asset';
import { listOwnStorages } from '@jadegate/contract/files/storage';
import { storageFileEndpoints } from '@jadegate/contract/files/storage-files';
import { getRun, type CommandRun } from '@jadegate/contract/operations/command-run';
import { planFileRun, startFileRun } from '@jadegate/contract/operations/file-run';
import { listAllRuns, listOwnRuns, type RunRow } from '@jadegate/contract/operations/run-history';
import type { RunPlan } from '@jadegate/contract/operations/run-parts';
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';

import { aFolderPage, anEntry } from '../../../components/files/file.builders.ts';
import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { BatchCommandPage } from './BatchCommandPage.tsx';
import { aHostRun } from './command-run.builders.ts';

// They come when they are wanted, which would count for the first test.
beforeAll(async () => {
  await import('./FileTab.tsx');
  await import('./HistoryTab.tsx');
});

const t = i18n.getFixedT('zh-TW', 'command-run');

const SPACE = {
  id: 'space-1',
  name: '我的空間',
  isShare: false,
  isDefault: true,
  limitSize: -1,
  usedSize: 0,
  owner: 'u',
  ownerName: '',
  created: '2026-11-16 08:00:00',
  access: 'owner' as const,
};

const entry = (name: string, isDir: boolean) => anEntry({ name, path: `/${name}`, isDir, size: 2048 });

const SENDING = {
  storageId: 'space-1',
  file: '/app.tar',
  folder: '~',
  name: 'app.tar',
  ifExists: 'fail' as const,
  makeFolders: false,
  isReadBack: false,
};

const RUN: CommandRun = {
  id: 'run-1',
  kind: 'file',
  origin: 'batch',
  userId: 'u',
  userName: '王小明',
  script: '~/app.tar',
  values: {},
  timeoutSeconds: 300,
  file: { ...SENDING, bytes: 2048, checksum: 'f'.repeat(64) },
  state: 'over',
  created: '2026-11-16 08:00:00',
  version: 1,
  hosts: [
    aHostRun({ assetId: 'a', assetName: 'web-01', outputBytes: 0, sentBytes: 1024 }),
    aHostRun({
      assetId: 'b',
      assetName: 'web-02',
      state: 'failed',
      message: '遠端磁碟空間不足',
      outputBytes: 0,
      digest: 'x',
    }),
  ],
};

function pageApi() {
  return stubApi()
    .on(listAssets, () => ({ total: 0, items: [] }))
    .on(listOwnStorages, () => [SPACE])
    .on(storageFileEndpoints.page, ({ body }) =>
      aFolderPage([entry('app.tar', false), entry('old', true)], body),
    )
    .on(getRun, () => RUN);
}

it('sends a file of a space to the hosts that may get it, and says what became of each', async () => {
  const api = pageApi()
    .on(planFileRun, (): RunPlan => ({
      hosts: [
        { assetId: 'a', assetName: 'web-01', verdict: 'run', message: '', lines: [] },
        { assetId: 'c', assetName: 'web-03', verdict: 'refused', message: '不允許上傳', lines: [] },
      ],
      warnings: '',
    }))
    .on(startFileRun, () => ({ id: 'run-1' }));
  const { user } = renderPart(<BatchCommandPage title="批次" />, {
    account: anAccount(),
    path: '/batch-command?tab=file&assets=a,c',
  });
  await user.click(await screen.findByText(t('way.space')));
  await user.click(await screen.findByRole('button', { name: 'app.tar' }));
  expect(screen.getByLabelText(t('field.name'))).toHaveProperty('value', 'app.tar');
  await user.click(screen.getByRole('radio', { name: t('ifExists.overwrite') }));
  await user.click(screen.getByRole('button', { name: t('action.plan') }));
  expect(await screen.findByText('不允許上傳')).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('action.send') }));
  expect(await screen.findByText('遠端磁碟空間不足')).toBeDefined();
  expect(screen.getByText('1.00 KB')).toBeDefined();
  expect(api.callsTo(startFileRun)[0]?.body).toEqual({
    ...SENDING,
    assetIds: ['a', 'c'],
    ifExists: 'overwrite',
    timeoutSeconds: 300,
  });
});

it('lists past runs, opens one, and fills it in again without sending anything', async () => {
  const row: RunRow = {
    id: 'run-1',
    kind: 'file',
    origin: 'batch',
    script: '~/app.tar',
    state: 'over',
    userId: 'u',
    userName: '王小明',
    created: '2026-11-16 08:00:00',
    durationMs: 1500,
    hosts: 2,
    succeeded: 1,
    failed: 1,
  };
  const api = pageApi()
    .on(listOwnRuns, () => ({ total: 1, items: [row] }))
    .on(listAllRuns, () => ({ total: 1, items: [row] }));
  const { user } = renderPart(<BatchCommandPage title="批次" />, {
    account: anAccount(),
    path: '/batch-command?tab=history',
  });
  expect(await screen.findByText(t('history.counts', { hosts: 2, succeeded: 1, failed: 1 }))).toBeDefined();
  await user.click(screen.getByText(t('history.all')));
  await expect.poll(() => api.callsTo(listAllRuns).length).toBe(1);
  await user.click(await screen.findByRole('button', { name: new RegExp(t('action.open')) }));
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('遠端磁碟空間不足')).toBeDefined();
  expect(drawer.getByText('王小明')).toBeDefined();
  await user.click(screen.getByRole('button', { name: new RegExp(t('action.again')), hidden: true }));
  await expect
    .poll(() => screen.queryByLabelText<HTMLInputElement>(t('field.name'))?.value, { timeout: 10_000 })
    .toBe('app.tar');
  expect(api.callsTo(startFileRun)).toEqual([]);
});
