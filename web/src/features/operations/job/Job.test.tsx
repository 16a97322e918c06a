import { listAssetOptions } from '@jadegate/contract/access/asset';
import { getRun, type CommandRun } from '@jadegate/contract/operations/command-run';
import { createJob, listJobs, previewCron, type JobRow } from '@jadegate/contract/operations/job';
import { getJobRun, readJobOutput, startJobRun, type JobRun } from '@jadegate/contract/operations/job-run';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { JobListPage } from './JobListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'job');
const parts = i18n.getFixedT('zh-TW', 'parts');

const JOB: JobRow = {
  id: 'job-1',
  name: 'Nightly',
  func: 'shell-job',
  cron: '0 0 3 * * ?',
  mode: 'all',
  resourceIds: '',
  status: 'running',
  metadata: '{"shell":"uptime"}',
  cronJobId: 0,
  created: '2026-11-15 03:20:00',
  updated: '2026-11-15 03:20:00',
  tags: '',
  owner: 'user-1',
  ownerName: 'Mei',
  ownerAccount: 'mei',
  overlap: 'skip',
  timeoutSeconds: 60,
  retries: 0,
  failureMail: 'owner',
  isPaused: false,
  nextRun: '2026-11-16 03:00:00',
  lastRun: { id: 'run-0', state: 'failed' },
  hasPassphrase: false,
};

const RUN: JobRun = {
  id: 'run-1',
  jobId: 'job-1',
  state: 'succeeded',
  cause: 'manual',
  byName: 'Mei',
  planned: '2026-11-15 03:20:00',
  started: '2026-11-15 03:20:00',
  ended: '2026-11-15 03:20:01',
  duration: 1000,
  attempt: 1,
  total: 1,
  succeeded: 1,
  failed: 0,
  message: '',
};

const PAST_RUN: CommandRun = {
  id: 'run-7',
  kind: 'command',
  origin: 'batch',
  userId: 'user-1',
  userName: 'Mei',
  script: 'echo kept-nightly',
  values: { word: 'nightly' },
  timeoutSeconds: 300,
  file: null,
  state: 'over',
  created: '2026-11-16 08:00:00',
  version: 3,
  hosts: [
    {
      assetId: 'asset-1',
      assetName: 'web-01',
      state: 'succeeded',
      sessionId: 'session-1',
      message: '',
      exitCode: 0,
      signal: '',
      durationMs: 120,
      outputBytes: 3,
      sentBytes: 0,
      isCut: false,
      digest: 'same',
    },
  ],
};

async function openPage({ account = anAccount(), path = '/job' } = {}) {
  const api = stubApi()
    .on(listJobs, () => ({ total: 1, items: [JOB] }))
    .on(getRun, () => PAST_RUN)
    .on(listAssetOptions, () => [{ id: 'asset-1', name: 'web-01', tags: '' }])
    .on(previewCron, () => ({ zone: 'Asia/Taipei', times: ['2026-11-16T19:00:00.000Z'] }));
  const view = renderPart(<JobListPage />, { account, path });
  await screen.findByText(JOB.name);
  return { ...view, api };
}

describe('the page of jobs', () => {
  it('runs a job and shows what each asset printed', async () => {
    const { api, user } = await openPage();
    const result = { id: 'r1', assetId: 'a1', assetName: 'web-1', state: 'succeeded', exitCode: 0 } as const;
    api
      .on(startJobRun, () => ({ runId: 'run-1' }))
      .on(getJobRun, () => ({
        ...RUN,
        results: [{ ...result, duration: 900, reason: '', outputLength: 5, isCut: false, sessionId: 's1' }],
      }))
      .on(readJobOutput, () => ({ text: 'up 3 days', next: 9 }));
    await user.click(screen.getByRole('button', { name: `${t('action.run')} Nightly` }));
    expect(await screen.findByText('up 3 days')).toBeDefined();
    expect(screen.getByText(t('status.exitCode', { code: 0 }))).toBeDefined();
  });

  it('makes a job, and tells its next runs before it is saved', async () => {
    const { api, user } = await openPage();
    api.on(createJob, () => '' as const);
    await user.click(screen.getByRole('button', { name: t('action.create') }));
    await user.type(
      await screen.findByRole('textbox', { name: t('field.name') }, { timeout: 10_000 }),
      'Uptime',
    );
    await user.type(screen.getByRole('textbox', { name: t('field.shell') }), 'uptime');
    expect(await screen.findByText(t('title.nextRuns', { zone: 'Asia/Taipei' }))).toBeDefined();
    await user.click(screen.getByRole('button', { name: parts('action.save') }));
    await waitFor(() => expect(api.callsTo(createJob)).toHaveLength(1));
    expect(api.callsTo(createJob)[0]?.body).toMatchObject({
      name: 'Uptime',
      func: 'shell-job',
      metadata: '{"shell":"uptime"}',
      status: '',
    });
  });

  it('asks for no passphrase where everything is backed up, and sends none', async () => {
    const { api, user } = await openPage();
    api.on(createJob, () => '' as const);
    await user.click(screen.getByRole('button', { name: t('action.create') }));
    await user.type(
      await screen.findByRole('textbox', { name: t('field.name') }, { timeout: 10_000 }),
      'All of it',
    );
    // The list behind it has a filter of the same name.
    const drawer = within(screen.getByRole('dialog'));
    await user.click(drawer.getByRole('combobox', { name: t('field.func') }));
    await user.click(await screen.findByTitle(t('func.backup-job')));
    await user.type(await screen.findByLabelText(t('field.passphrase')), 'typed too early');
    await user.click(screen.getByRole('radio', { name: t('place.whole') }));
    expect(await screen.findByText(t('help.whole'))).toBeDefined();
    expect(screen.queryByLabelText(t('field.passphrase'))).toBeNull();
    await user.type(screen.getByLabelText(t('field.password')), 'my own');
    await user.click(screen.getByRole('button', { name: parts('action.save') }));
    await waitFor(() => expect(api.callsTo(createJob)).toHaveLength(1));
    expect(api.callsTo(createJob)[0]?.body).toMatchObject({
      func: 'backup-job',
      metadata: '{"place":"whole","storageId":"","keep":7}',
      passphrase: '',
      password: 'my own',
    });
  });

  it('makes a job of a run, with what was filled in then', async () => {
    const { api, user } = await openPage({ path: '/job?fromRun=run-7' });
    api.on(createJob, () => '' as const);
    const shell = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: t('field.shell') });
    await waitFor(() => expect(shell().value).toBe('echo kept-nightly'), { timeout: 10_000 });
    await user.type(screen.getByRole('textbox', { name: t('field.name') }), 'Every night');
    await user.click(screen.getByRole('button', { name: parts('action.save') }));
    await waitFor(() => expect(api.callsTo(createJob)).toHaveLength(1));
    expect(api.callsTo(createJob)[0]?.body).toMatchObject({
      name: 'Every night',
      mode: 'custom',
      resourceIds: ['asset-1'],
      metadata: '{"shell":"echo kept-nightly","values":{"word":"nightly"}}',
    });
  });

  it('opens no form of a run to those who may make no job', async () => {
    const { api } = await openPage({
      account: anAccount({ menus: ['command-exec', 'job', 'job-log'] }),
      path: '/job?fromRun=run-7',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.callsTo(getRun)).toEqual([]);
  });
});
