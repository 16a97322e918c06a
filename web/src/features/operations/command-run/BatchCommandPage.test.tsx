import { listAssets } from '@jadegate/contract/access/asset';
import { listAllCommands, listAllOwnCommands } from '@jadegate/contract/access/command';
import { listWorkerAssets } from '@jadegate/contract/access/worker-asset';
import type { AccountInfo } from '@jadegate/contract/identity/account';
import {
  getRun,
  getRunOutput,
  listRunChoice,
  planRun,
  startRun,
  type CommandRun,
} from '@jadegate/contract/operations/command-run';
import type { RunPlan } from '@jadegate/contract/operations/run-parts';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount, aUser } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { BatchCommandPage } from './BatchCommandPage.tsx';
import { aHostRun } from './command-run.builders.ts';
import { MyRunPage } from './MyRunPage.tsx';
import { RunResults } from './RunResults.tsx';

const t = i18n.getFixedT('zh-TW', 'command-run');

const COMMAND = {
  id: 'command-1',
  name: '更新',
  content: 'apt update',
  created: '2026-11-16 08:00:00',
  owner: 'u',
  ownerName: '',
  ownerAccount: '',
  shared: false,
};

function aRun(hosts: CommandRun['hosts']): CommandRun {
  return {
    id: 'run-1',
    kind: 'command',
    origin: 'batch',
    userId: 'u',
    userName: '王小明',
    script: 'apt update',
    values: {},
    timeoutSeconds: 300,
    file: null,
    state: 'over',
    created: '2026-11-16 08:00:00',
    version: 3,
    hosts,
  };
}

it('shows what would run where, asks to confirm what a rule warns of, and groups what came out', async () => {
  const warned = [{ line: 'apt update', action: 'warn' as const, pattern: 'apt' }];
  const api = stubApi()
    .on(listAssets, () => ({ total: 0, items: [] }))
    .on(listAllCommands, () => [COMMAND])
    .on(listRunChoice, () => ({ free: ['a'], commands: [] }))
    .on(planRun, (): RunPlan => ({
      hosts: [
        { assetId: 'a', assetName: 'web-01', verdict: 'confirm', message: '', lines: warned },
        { assetId: 'b', assetName: '', verdict: 'refused', message: '沒有權限', lines: [] },
      ],
      warnings: 'seen',
    }))
    .on(startRun, () => ({ id: 'run-1' }))
    .on(getRun, () =>
      aRun([
        aHostRun({ assetId: 'a', assetName: 'web-01' }),
        aHostRun({ assetId: 'c', assetName: 'web-02' }),
        aHostRun({ assetId: 'd', assetName: 'web-03', state: 'failed', exitCode: 3, digest: 'other' }),
      ]),
    )
    .on(getRunOutput, ({ query }) => ({
      text: query.get('assetId') === 'd' ? 'ok\nbroken' : 'ok',
      isCut: false,
    }));
  const { user } = renderPart(
    <BatchCommandPage title="批次" initial={{ assetIds: ['a', 'b'], script: '', timeoutSeconds: 60 }} />,
    { account: anAccount(), path: '/batch-command' },
  );

  const preview = screen.getByRole('button', { name: t('action.plan') });
  expect(preview).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText(t('field.script')), 'apt update');
  await user.click(preview);
  expect(await screen.findByText('沒有權限')).toBeDefined();
  const run = screen.getByRole('button', { name: t('action.run') });
  expect(run).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: t('plan.confirm') }));
  await user.click(run);

  expect(await screen.findByText(t('result.group', { count: 2, names: 'web-01、web-02' }))).toBeDefined();
  expect(api.callsTo(startRun)[0]?.body).toEqual({
    assetIds: ['a', 'b'],
    script: 'apt update',
    timeoutSeconds: 60,
    confirmed: 'seen',
  });
  const outputs = await screen.findAllByLabelText(t('title.output'));
  expect(await within(outputs[1] as HTMLElement).findByText('broken')).toHaveProperty('tagName', 'MARK');
  expect(screen.queryByRole('button', { name: t('action.stop') })).toBeNull();
});

describe('a run that is over', () => {
  async function showRun(account: AccountInfo) {
    stubApi().on(getRun, () => aRun([]));
    renderPart(<RunResults id="run-1" nameOf={String} />, { account });
    await screen.findByRole('button', { name: t('action.csv') });
  }

  it('is offered to become a job', async () => {
    await showRun(anAccount());
    expect(screen.getByRole('button', { name: t('action.saveAsJob') })).toBeDefined();
  });

  it('is not offered that to those who may make none', async () => {
    await showRun(anAccount({ menus: ['command-exec', 'job', 'job-log'] }));
    expect(screen.queryByRole('button', { name: t('action.saveAsJob') })).toBeNull();
  });
});

it('shows a saved command that the address names before it is taken', async () => {
  stubApi()
    .on(listAssets, () => ({ total: 0, items: [] }))
    .on(listAllCommands, () => [COMMAND]);
  const { user } = renderPart(<BatchCommandPage title="batch" />, {
    account: anAccount(),
    path: '/batch-command?commandId=command-1',
  });
  const dialog = within(await screen.findByRole('dialog'));
  const script = () =>
    screen.getByRole<HTMLTextAreaElement>('textbox', { name: t('field.script'), hidden: true });
  expect(script().value).toBe('');
  await user.click(dialog.getByRole('button', { name: t('action.use') }));
  await expect.poll(() => script().value).toBe('apt update');
});

it('lets people without a menu run what the strategy of their host lists, with its parameters', async () => {
  const listed = { name: '重啟', content: 'systemctl restart {{service}}', assetIds: ['a'] };
  const api = stubApi()
    .on(listWorkerAssets, () => ({ total: 0, items: [] }))
    .on(listAllOwnCommands, () => [COMMAND])
    .on(listRunChoice, () => ({ free: [], commands: [listed] }))
    .on(planRun, (): RunPlan => ({ hosts: [], warnings: '' }));
  const { user } = renderPart(<MyRunPage title="執行" />, { account: aUser(), path: '/my-run?assets=a' });
  await user.click(await screen.findByLabelText(t('field.listed')));
  await user.click(await screen.findByTitle('重啟'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('service'), 'nginx');
  await user.click(dialog.getByRole('button', { name: t('action.use') }));
  const script = screen.getByRole<HTMLTextAreaElement>('textbox', { name: t('field.script'), hidden: true });
  await expect.poll(() => script.value).toBe('systemctl restart nginx');
  expect(script.readOnly).toBe(true);
  expect(screen.queryByLabelText(t('field.command'))).toBeNull();
  await user.click(screen.getByRole('button', { name: t('action.plan'), hidden: true }));
  await expect
    .poll(() => api.callsTo(planRun)[0]?.body)
    .toEqual({
      assetIds: ['a'],
      script: 'systemctl restart nginx',
      values: { service: 'nginx' },
    });
});
