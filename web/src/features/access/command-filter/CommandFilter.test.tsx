import {
  createCommandFilter,
  createCommandFilterRule,
  deleteCommandFilterRules,
  getCommandFilter,
  listCommandFilterRules,
  listCommandFilters,
  testCommandFilter,
  updateCommandFilterRule,
  type CommandVerdict,
} from '@jadegate/contract/access/command-filter';
import { READY_RULES } from '@jadegate/contract/access/command-rule-sets';
import type { MenuId } from '@jadegate/contract/menu';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aCommandFilter, aRule } from './command-filter.builders.ts';
import { CommandFilterDetailPage } from './CommandFilterDetailPage.tsx';
import { CommandFilterListPage } from './CommandFilterListPage.tsx';

const t = i18n.getFixedT('zh-TW', 'command-filter');
const parts = i18n.getFixedT('zh-TW', 'parts');

function openDetail(tab: string, menus?: MenuId[]) {
  const api = stubApi()
    .on(getCommandFilter, () => aCommandFilter())
    .on(listCommandFilterRules, () => ({
      total: 2,
      items: [aRule({ id: 'rule-0', pattern: 'ls', action: 'allow', priority: 1 }), aRule()],
    }));
  const view = renderPart(
    <Routes>
      <Route path="/command-filter/:commandFilterId" element={<CommandFilterDetailPage />} />
    </Routes>,
    { account: anAccount(menus && { menus }), path: `/command-filter/filter-1?activeKey=${tab}` },
  );
  return { ...view, api };
}

it('lists filters and leads to them', async () => {
  stubApi().on(listCommandFilters, () => ({ total: 1, items: [aCommandFilter()] }));
  renderPart(<CommandFilterListPage />, { account: anAccount(), path: '/command-filter' });

  const link = await screen.findByRole('link', { name: 'Production' });
  expect(link.getAttribute('href')).toBe('/command-filter/filter-1');
});

describe('a filter without rules', () => {
  const name = () => t('ruleSet.use', { name: t('ruleSet.dangerous.name') });
  const openEmpty = (menus?: MenuId[]) => {
    const { api, ...view } = openDetail('rules', menus);
    api.on(listCommandFilterRules, () => ({ total: 0, items: [] }));
    return { api, ...view };
  };

  it('can begin with rules that are ready', async () => {
    const { api, user } = openEmpty();
    api.on(createCommandFilterRule, () => aRule());
    await user.click(await screen.findByRole('button', { name: name() }));
    await waitFor(() =>
      expect(api.callsTo(createCommandFilterRule)).toHaveLength(READY_RULES.dangerous.length),
    );
    expect(api.callsTo(createCommandFilterRule)[0]?.body).toMatchObject({
      ...READY_RULES.dangerous[0],
      commandFilterId: 'filter-1',
      enabled: true,
    });
  });

  it('does not offer them to those who may not add rules', async () => {
    openEmpty(['command-filter', 'command-filter-detail', 'command-filter-rule']);
    await screen.findByText(t('empty.rules.title'));
    expect(screen.queryByRole('button', { name: name() })).toBeNull();
  });
});

it('leads from a new filter to its rules, without which it filters nothing', async () => {
  const api = stubApi()
    .on(listCommandFilters, () => ({ total: 1, items: [aCommandFilter()] }))
    .on(createCommandFilter, () => aCommandFilter({ id: 'filter-9' }));
  const Place = () => {
    const { pathname, search } = useLocation();
    return <output>{pathname + search}</output>;
  };
  const { user } = renderPart(
    <>
      <Place />
      <CommandFilterListPage />
    </>,
    { account: anAccount(), path: '/command-filter' },
  );
  await user.click(await screen.findByRole('button', { name: t('action.create') }));
  const drawer = within(await screen.findByRole('dialog'));
  await user.type(await drawer.findByLabelText(t('field.name')), 'New');
  await user.click(drawer.getByRole('button', { name: parts('action.save') }));
  await screen.findByText('/command-filter/filter-9?activeKey=rules');
  expect(api.callsTo(createCommandFilter)).toHaveLength(1);
});

describe('the rules', () => {
  it('stand in the order they are asked, under an honest word about filters', async () => {
    openDetail('rules');

    expect(await screen.findByText('rm')).toBeDefined();
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows.findIndex((text) => text?.includes('ls'))).toBeLessThan(
      rows.findIndex((text) => text?.includes('rm')),
    );
    expect(screen.getByText(t('help.guard'))).toBeDefined();
  });

  it('are switched off in place', async () => {
    const { api, user } = openDetail('rules');
    api.on(updateCommandFilterRule, () => null);

    await user.click(await screen.findByRole('switch', { name: `${t('field.enabled')} rm` }));

    await waitFor(() => expect(api.callsTo(updateCommandFilterRule)).toHaveLength(1));
    expect(api.callsTo(updateCommandFilterRule)[0]).toMatchObject({
      params: { id: 'rule-1' },
      body: { enabled: false },
    });
  });

  it('are added; a pattern that is refused keeps the form open with the sentence at the field', async () => {
    const { api, user } = openDetail('rules');
    api.on(createCommandFilterRule, () =>
      refuse('command_filter_rule.pattern_refused', 'no look-around', {
        fields: [{ path: 'pattern', rule: 'refused', message: 'no look-around' }],
      }),
    );

    await user.click(await screen.findByRole('button', { name: t('action.addRule') }));
    const drawer = within(await screen.findByRole('dialog'));
    await user.click(await drawer.findByRole('radio', { name: t('type.regex') }));
    await user.type(drawer.getByLabelText(t('field.pattern')), 'a(?=b)');
    await user.click(drawer.getByRole('button', { name: parts('action.save') }));

    expect(await drawer.findByText('no look-around')).toBeDefined();
    expect(api.callsTo(createCommandFilterRule)[0]?.body).toEqual({
      commandFilterId: 'filter-1',
      type: 'regex',
      pattern: 'a(?=b)',
      ignoreCase: false,
      priority: 50,
      action: 'deny',
      enabled: true,
    });
  });

  it('are deleted after a confirmation', async () => {
    const { api, user } = openDetail('rules');
    api.on(deleteCommandFilterRules, () => null);

    await user.click(await screen.findByRole('button', { name: `${t('action.delete')} rm` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(api.callsTo(deleteCommandFilterRules)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: t('action.delete') }));

    await waitFor(() => expect(api.callsTo(deleteCommandFilterRules)[0]?.params.ids).toBe('rule-1'));
  });

  it('can only be looked at by those who may no more', async () => {
    openDetail('rules', ['command-filter-detail', 'command-filter-rule']);

    await screen.findByText('rm');
    expect(screen.queryByRole('button', { name: t('action.addRule') })).toBeNull();
    expect(screen.queryByRole('button', { name: `${t('action.edit')} rm` })).toBeNull();
    const enabled = screen.getByRole<HTMLButtonElement>('switch', { name: `${t('field.enabled')} rm` });
    expect(enabled.disabled).toBe(true);
  });
});

describe('the test box', () => {
  it('says how a line is judged, by which rule, and piece by piece', async () => {
    const { api, user } = openDetail('test');
    const judged: CommandVerdict = {
      action: 'deny',
      reason: 'rule',
      ruleId: 'rule-1',
      segment: 'sudo rm x',
      pieces: [
        { text: 'ls; sudo rm x', action: 'allow', ruleId: '' },
        { text: 'ls', action: 'allow', ruleId: 'rule-0' },
        { text: 'sudo rm x', action: 'deny', ruleId: 'rule-1' },
      ],
    };
    api.on(testCommandFilter, () => judged);

    await user.type(await screen.findByLabelText(t('field.command')), 'ls; sudo rm x');
    await user.click(screen.getByRole('button', { name: t('action.test') }));

    const verdict = within(await screen.findByRole('status'));
    expect(verdict.getByText(t('verdict.deny'))).toBeDefined();
    expect(
      await verdict.findByText(t('verdict.decidedBy', { pattern: 'rm', segment: 'sudo rm x' })),
    ).toBeDefined();
    expect(verdict.getByText(t('status.noRule'))).toBeDefined();
    expect(api.callsTo(testCommandFilter)[0]?.body).toEqual({ command: 'ls; sudo rm x' });
  });
});
