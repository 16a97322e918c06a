import { channelRights, USUAL_CHANNELS } from '@jadegate/contract/access/channel-rights';
import { listAllOwnCommands } from '@jadegate/contract/access/command';
import { listCommandFilterOptions } from '@jadegate/contract/access/command-filter';
import {
  createStrategy,
  deleteStrategies,
  getStrategy,
  listStrategies,
  listStrategyGrants,
  STRATEGY_FLAGS,
  updateStrategy,
} from '@jadegate/contract/access/strategy';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aStrategy } from './strategy.builders.ts';
import { StrategyDetailPage } from './StrategyDetailPage.tsx';
import { StrategyListPage } from './StrategyListPage.tsx';

const SAVED = {
  id: 'command-1',
  name: 'Restart',
  content: 'systemctl restart {{service}}',
  created: '2026-11-16 08:00:00',
  owner: 'u',
  ownerName: '',
  ownerAccount: '',
  shared: true,
};

const t = i18n.getFixedT('zh-TW', 'strategy');
const parts = i18n.getFixedT('zh-TW', 'parts');

async function openList(given = aStrategy(), menus?: MenuId[]) {
  const api = stubApi()
    .on(getStrategy, () => given)
    .on(listStrategies, () => ({ total: 1, items: [given] }))
    .on(listCommandFilterOptions, () => [{ id: 'filter-1', name: 'Production' }]);
  const view = renderPart(<StrategyListPage />, {
    account: anAccount(menus && { menus }),
    path: '/strategy',
  });
  await screen.findByText(given.name);
  return { ...view, api };
}

describe('the list of strategies', () => {
  it('names what is allowed, and nothing else', async () => {
    await openList(
      aStrategy({ recording: false, commandFilterId: 'filter-1', commandFilterName: 'Production' }),
    );

    const row = within(screen.getByText('Operations').closest('tr') as HTMLElement);
    expect(row.getByText(t('flag.upload'))).toBeDefined();
    expect(row.getByText(t('flag.copy'))).toBeDefined();
    expect(row.queryByText(t('flag.download'))).toBeNull();
    expect(row.getByText(t('status.unrecorded'))).toBeDefined();
    expect(row.getByRole('link', { name: 'Production' }).getAttribute('href')).toBe(
      '/command-filter/filter-1',
    );
    expect(row.getByRole('link', { name: 'Operations' }).getAttribute('href')).toBe('/strategy/strategy-1');
  });

  it('offers only what the person may do', async () => {
    await openList(aStrategy(), ['strategy']);

    expect(screen.queryByRole('button', { name: t('action.create') })).toBeNull();
    expect(screen.queryByRole('button', { name: t('action.filters') })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.edit')} Operations` })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Operations' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('shows the server’s sentence when one in use is deleted', async () => {
    const { api, user } = await openList(aStrategy({ grantCount: 2 }));
    api.on(deleteStrategies, () => refuse('strategy.in_use', 'still used by 2'));

    await user.click(screen.getByRole('button', { name: `${t('action.delete')} Operations` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('confirm.delete.inUse', { count: 2 }))).toBeDefined();
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));

    expect(await dialog.findByText('still used by 2')).toBeDefined();
  });
});

describe('the form', () => {
  it('makes a strategy that allows nothing but what was switched on', async () => {
    const { api, user } = await openList();
    api.on(createStrategy, () => aStrategy());

    await user.click(screen.getByRole('button', { name: t('action.create') }));
    const drawer = within(await screen.findByRole('dialog'));
    await user.type(await drawer.findByLabelText(t('field.name')), 'Auditors');
    await user.click(drawer.getByLabelText(t('flag.download')));
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));

    await waitFor(() => expect(api.callsTo(createStrategy)).toHaveLength(1));
    expect(api.callsTo(createStrategy)[0]?.body).toEqual({
      name: 'Auditors',
      upload: false,
      download: true,
      edit: false,
      delete: false,
      rename: false,
      copy: false,
      paste: false,
      createDir: false,
      idleMinutes: 0,
      maxMinutes: 0,
      recording: true,
      recordingReason: '',
      commandFilterId: '',
      commandsOnly: false,
      allowedCommands: [],
      ...channelRights(USUAL_CHANNELS),
    });
  });

  it('limits people to commands, typed here or copied from the saved ones', async () => {
    const { api, user } = await openList();
    api.on(createStrategy, () => aStrategy()).on(listAllOwnCommands, () => [SAVED]);

    await user.click(screen.getByRole('button', { name: t('action.create') }));
    const drawer = within(await screen.findByRole('dialog'));
    await user.type(await drawer.findByLabelText(t('field.name')), 'Operators');
    await user.click(drawer.getByLabelText(t('field.commandsOnly')));
    await user.click(await drawer.findByRole('button', { name: t('action.addCommand') }));
    await user.type(drawer.getByLabelText(t('field.commandName')), 'Load');
    await user.type(drawer.getByLabelText(t('field.commandContent')), 'uptime');
    await user.click(await drawer.findByLabelText(t('placeholder.savedCommand')));
    await user.click(await screen.findByTitle(SAVED.name));
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));

    await waitFor(() => expect(api.callsTo(createStrategy)).toHaveLength(1));
    expect(api.callsTo(createStrategy)[0]?.body).toMatchObject({
      commandsOnly: true,
      allowedCommands: [
        { name: 'Load', content: 'uptime' },
        { name: SAVED.name, content: SAVED.content },
      ],
    });
  });

  it('begins a new strategy from a preset, of which every switch can be changed', async () => {
    const { api, user } = await openList();
    api.on(createStrategy, () => aStrategy());

    await user.click(screen.getByRole('button', { name: t('action.create') }));
    const drawer = within(await screen.findByRole('dialog'));
    await user.type(await drawer.findByLabelText(t('field.name')), 'Readers');
    const allowed = () =>
      STRATEGY_FLAGS.filter(
        (flag) => drawer.getByLabelText(t(`flag.${flag}`)).getAttribute('aria-checked') === 'true',
      );
    await user.click(drawer.getByRole('button', { name: t('preset.full') }));
    expect(allowed()).toEqual([...STRATEGY_FLAGS]);
    await user.click(drawer.getByRole('button', { name: t('preset.noFiles') }));
    expect(allowed()).toEqual(['copy', 'paste']);
    await user.click(drawer.getByRole('button', { name: t('preset.readFiles') }));
    expect(allowed()).toEqual(['download', 'copy', 'paste']);
    await user.click(drawer.getByLabelText(t('flag.paste')));
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));

    await waitFor(() => expect(api.callsTo(createStrategy)).toHaveLength(1));
    expect(api.callsTo(createStrategy)[0]?.body).toMatchObject({
      name: 'Readers',
      download: true,
      copy: true,
      paste: false,
      upload: false,
      recording: true,
    });
  });

  it('asks where forwards may lead, and where assets may listen, once that is allowed', async () => {
    const { api, user } = await openList();
    api.on(updateStrategy, () => null);

    await user.click(screen.getByRole('button', { name: `${t('action.edit')} Operations` }));
    const drawer = within(await screen.findByRole('dialog'));
    await user.click(await drawer.findByLabelText(t('channel.localForward')));
    const targets = await drawer.findByLabelText(t('field.forwardTargets'));
    await user.type(targets, 'db:5432{enter}');
    expect(drawer.queryByLabelText(t('channel.gatewayPorts'))).toBeNull();
    await user.click(drawer.getByLabelText(t('channel.remoteForward')));
    expect(await drawer.findByLabelText(t('channel.gatewayPorts'))).toBeDefined();
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));
    await waitFor(() => expect(api.callsTo(updateStrategy)).toHaveLength(1));
    expect(api.callsTo(updateStrategy)[0]?.body).toMatchObject({
      shell: true,
      localForward: true,
      forwardTargets: ['db:5432'],
    });
  });

  it('asks why when the recording is turned off, and does not save without an answer', async () => {
    const { api, user } = await openList();
    api.on(updateStrategy, () => null);

    await user.click(screen.getByRole('button', { name: `${t('action.edit')} Operations` }));
    const drawer = within(await screen.findByRole('dialog'));
    const recording = await drawer.findByLabelText(t('field.recording'));
    expect(drawer.queryByLabelText(t('field.recordingReason'))).toBeNull();
    await user.click(recording);
    const reason = await drawer.findByLabelText(t('field.recordingReason'));
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
    expect(api.callsTo(updateStrategy)).toHaveLength(0);

    await user.type(reason, 'legal');
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));
    await waitFor(() => expect(api.callsTo(updateStrategy)).toHaveLength(1));
    expect(api.callsTo(updateStrategy)[0]?.body).toMatchObject({
      recording: false,
      recordingReason: 'legal',
      upload: true,
    });
  });
});

describe('one strategy', () => {
  const open = (tab: string) =>
    renderPart(
      <Routes>
        <Route path="/strategy/:strategyId" element={<StrategyDetailPage />} />
      </Routes>,
      { account: anAccount(), path: `/strategy/strategy-1?activeKey=${tab}` },
    );

  it('shows every flag, allowed or not, and the limits', async () => {
    stubApi().on(getStrategy, () => aStrategy({ recording: false, recordingReason: 'legal' }));
    open('info');

    expect(await screen.findByText('legal')).toBeDefined();
    expect(screen.getAllByText(t('status.allowed'))).toHaveLength(4);
    expect(screen.getAllByText(t('status.forbidden'))).toHaveLength(12);
    expect(screen.getByText(t('status.asSettings'))).toBeDefined();
    expect(screen.getByText(t('status.minutes', { count: 60 }))).toBeDefined();
  });

  it('shows the grants that use it', async () => {
    const grant = {
      id: 'grant-1',
      assetId: 'asset-1',
      assetName: 'web-01',
      userId: 'user-2',
      userName: 'Ming',
      userAccount: 'ming',
      userGroupId: '',
      userGroupName: '',
      created: '2026-11-15 03:20:00',
    };
    stubApi()
      .on(getStrategy, () => aStrategy())
      .on(listStrategyGrants, () => ({ total: 1, items: [grant] }));
    open('grants');

    expect((await screen.findByRole('link', { name: 'web-01' })).getAttribute('href')).toBe('/asset/asset-1');
    expect(screen.getByRole('link', { name: 'Ming' }).getAttribute('href')).toBe('/user/user-2');
  });
});
