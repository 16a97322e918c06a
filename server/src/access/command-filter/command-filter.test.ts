import type {
  CommandFilter,
  CommandFilterRule,
  CommandVerdict,
} from '@jadegate/contract/access/command-filter';
import { LIMITS } from '@jadegate/contract/limits';
import type { Page } from '@jadegate/contract/paging';
import { beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
});

const call = <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });

async function aFilter(name = `filter ${newId()}`): Promise<CommandFilter> {
  const { data, message } = await call<CommandFilter>('POST', '/command-filters', { name });
  expect(message).toBe('success');
  return data;
}

const addRule = (commandFilterId: string, rule: object = {}) =>
  call<CommandFilterRule>('POST', '/command-filter-rules', {
    commandFilterId,
    type: 'prefix',
    pattern: 'rm',
    action: 'deny',
    ...rule,
  });
async function aRule(commandFilterId: string, rule: object = {}): Promise<CommandFilterRule> {
  const { data, message } = await addRule(commandFilterId, rule);
  expect(message).toBe('success');
  return data;
}
const rulesOf = (id: string, more = '') =>
  call<Page<CommandFilterRule>>('GET', `/command-filter-rules/paging?commandFilterId=${id}${more}`);
const test = (id: string, command: string) =>
  call<CommandVerdict>('POST', `/command-filters/${id}/test`, { command });

async function auditOf(id: string) {
  const rows = await server.current.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('object_id', '=', id)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ action: row.action, detail: JSON.parse(row.detail) as unknown }));
}

describe('a filter', () => {
  it('is made, renamed, listed and deleted with its rules', async () => {
    const filter = await aFilter();
    expect(filter).toMatchObject({ ruleCount: 0, strategyCount: 0, grantCount: 0 });
    const rule = await aRule(filter.id);
    const name = `renamed ${newId()}`;
    expect(await call('PUT', `/command-filters/${filter.id}`, { ...filter, name })).toMatchObject({
      code: 1,
    });
    const page = await call<Page<CommandFilter>>('GET', `/command-filters/paging?name=${name.slice(0, 20)}`);
    expect(page.data).toMatchObject({ total: 1, items: [{ id: filter.id, name, ruleCount: 1 }] });
    expect((await call<object[]>('GET', '/command-filters')).data).toContainEqual({ id: filter.id, name });
    expect(await call('DELETE', `/command-filters/${filter.id},gone`)).toMatchObject({ code: 1 });
    expect(await call('GET', `/command-filters/${filter.id}`)).toMatchObject({
      code: 404,
      error: 'command_filter.not_found',
    });
    expect(await call('GET', `/command-filter-rules/${rule.id}`)).toMatchObject({ code: 404 });
    expect((await auditOf(filter.id)).map(({ action }) => action)).toEqual([
      'command-filter.created',
      'command-filter.rule-created',
      'command-filter.updated',
      'command-filter.deleted',
    ]);
  });

  it('refuses a taken name, when made and when renamed', async () => {
    const [first, second] = [await aFilter(), await aFilter()];
    expect(await call('POST', '/command-filters', { name: first.name })).toMatchObject({
      error: 'command_filter.name_taken',
      fields: [{ path: 'name' }],
    });
    expect(await call('PUT', `/command-filters/${second.id}`, { name: first.name })).toMatchObject({
      error: 'command_filter.name_taken',
    });
    expect(await call('PUT', '/command-filters/nothing', { name: newId() })).toMatchObject({ code: 404 });
  });

  it('is not deleted while a strategy uses it, nor is the one beside it', async () => {
    const [free, used] = [await aFilter(), await aFilter('正式機')];
    const strategy = `strategy ${newId()}`;
    await call('POST', '/strategies', { name: strategy, commandFilterId: used.id });
    const refusal = await call('DELETE', `/command-filters/${free.id},${used.id}`);
    expect(refusal).toMatchObject({ code: -1, error: 'command_filter.in_use' });
    expect(refusal.message).toBe(
      `指令過濾「正式機」仍有 1 項授權政策與 0 筆授權使用（${strategy}），請先解除套用再刪除`,
    );
    expect((await call<CommandFilter>('GET', `/command-filters/${used.id}`)).data.strategyCount).toBe(1);
    expect((await call('GET', `/command-filters/${free.id}`)).code).toBe(1);
  });
});

describe('a rule', () => {
  it('has defaults, and stays as it is where a change says nothing', async () => {
    const { id } = await aFilter();
    const rule = await aRule(id);
    expect(rule).toMatchObject({ ignoreCase: false, priority: 50, enabled: true, commandFilterId: id });
    expect(await call('PUT', `/command-filter-rules/${rule.id}`, { enabled: false })).toMatchObject({
      code: 1,
    });
    expect((await call('GET', `/command-filter-rules/${rule.id}`)).data).toEqual({ ...rule, enabled: false });
    expect((await auditOf(id)).at(-1)).toEqual({
      action: 'command-filter.rule-updated',
      detail: { rule: rule.id, pattern: 'rm', enabled: { before: true, after: false } },
    });
  });

  it('does not move to another filter', async () => {
    const [one, other] = [await aFilter(), await aFilter()];
    const rule = await aRule(one.id);
    await call('PUT', `/command-filter-rules/${rule.id}`, { ...rule, commandFilterId: other.id });
    expect((await rulesOf(other.id)).data.total).toBe(0);
    expect((await rulesOf(one.id)).data.total).toBe(1);
  });

  it('stands in the order it is asked: priority, then age', async () => {
    const { id } = await aFilter();
    for (const [pattern, priority] of [
      ['third', 50],
      ['first', 1],
      ['fourth', 50],
      ['second', 20],
    ] as const) {
      await aRule(id, { pattern, priority });
      server.current.passTime(2);
    }
    const patterns = (await rulesOf(id)).data.items.map((rule) => rule.pattern);
    expect(patterns).toEqual(['first', 'second', 'third', 'fourth']);
    const second = await rulesOf(id, '&pageSize=2&pageIndex=2');
    expect(second.data).toMatchObject({ total: 4, items: [{ pattern: 'third' }, { pattern: 'fourth' }] });
  });

  it.each([
    ['(a)\\1', 'command_filter_rule.pattern_refused', /不支援反向參照（如 \\1）與環視/],
    ['foo(?=bar)', 'command_filter_rule.pattern_refused', /環視/],
    ['(a', 'command_filter_rule.pattern_broken', /「.*」/],
    ['(a{900}){900}', 'command_filter_rule.pattern_too_complex', /過於複雜/],
  ])('refuses the expression %j with a sentence', async (pattern, error, sentence) => {
    const { id } = await aFilter();
    const refusal = await addRule(id, { type: 'regex', pattern });
    expect(refusal).toMatchObject({ code: -1, error, fields: [{ path: 'pattern' }] });
    expect(refusal.message).toMatch(sentence);
    expect((await rulesOf(id)).data.total).toBe(0);
  });

  it('refuses an expression also when an exact rule becomes one', async () => {
    const { id } = await aFilter();
    const rule = await aRule(id, { type: 'exact', pattern: '(a' });
    expect(await call('PUT', `/command-filter-rules/${rule.id}`, { type: 'regex' })).toMatchObject({
      error: 'command_filter_rule.pattern_broken',
    });
  });

  it.each([
    ['an empty pattern', { pattern: ' ' }, 'pattern'],
    ['a long pattern', { pattern: 'x'.repeat(LIMITS.commandPattern.max + 1) }, 'pattern'],
    ['an unknown type', { type: 'glob' }, 'type'],
    ['an unknown action', { action: 'ask' }, 'action'],
    ['priority 0', { priority: 0 }, 'priority'],
    ['priority 101', { priority: 101 }, 'priority'],
  ])('refuses %s', async (_what, rule, path) => {
    const { id } = await aFilter();
    expect(await addRule(id, rule)).toMatchObject({ code: 400, fields: [{ path }] });
  });

  it('refuses a pattern of quotes only, a filter that is not there, and a rule that is gone', async () => {
    const { id } = await aFilter();
    expect(await addRule(id, { pattern: `''` })).toMatchObject({ error: 'command_filter_rule.no_words' });
    expect(await addRule('nothing')).toMatchObject({ code: 404, error: 'command_filter.not_found' });
    expect(await call('PUT', '/command-filter-rules/nothing', { enabled: true })).toMatchObject({
      code: 404,
      error: 'command_filter_rule.not_found',
    });
  });

  it('bounds how many there are and what their expressions cost together', async () => {
    const { id } = await aFilter();
    const heavy = { type: 'regex', pattern: '(?:ab?){300}' };
    let refusal = await addRule(id, heavy);
    for (let made = 1; made < 12 && refusal.code === 1; made++) {
      refusal = await addRule(id, heavy);
    }
    expect(refusal).toMatchObject({ error: 'command_filter.too_complex' });
    const full = await aFilter();
    await server.current.db
      .insertInto('command_filter_rule')
      .values(
        Array.from({ length: LIMITS.commandFilterRules.max }, () => ({
          id: newId(),
          command_filter_id: full.id,
          priority: 50,
          type: 'exact' as const,
          pattern: 'x',
          ignore_case: 0 as const,
          action: 'warn' as const,
          enabled: 1 as const,
          created_at: 0,
        })),
      )
      .execute();
    expect(await addRule(full.id)).toMatchObject({ error: 'command_filter.too_many_rules' });
  });

  it('is deleted, and the entry says what it was', async () => {
    const { id } = await aFilter();
    const rule = await aRule(id, { pattern: 'reboot' });
    expect(await call('DELETE', `/command-filter-rules/${rule.id},gone`)).toMatchObject({ code: 1 });
    expect((await rulesOf(id)).data.total).toBe(0);
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'command-filter.rule-deleted',
      detail: { rule: rule.id, pattern: 'reboot', action: 'deny' },
    });
  });
});

describe('the test', () => {
  it('names the deciding rule and shows the pieces', async () => {
    const { id } = await aFilter();
    const rule = await aRule(id);
    await aRule(id, { pattern: 'ls', action: 'deny', enabled: false });
    expect((await test(id, 'ls && sudo rm -rf /')).data).toEqual({
      action: 'deny',
      reason: 'rule',
      ruleId: rule.id,
      segment: 'sudo rm -rf /',
      pieces: [
        { text: 'ls && sudo rm -rf /', action: 'allow', ruleId: '' },
        { text: 'ls', action: 'allow', ruleId: '' },
        { text: 'sudo rm -rf /', action: 'deny', ruleId: rule.id },
      ],
    });
    expect((await test(id, 'ls')).data).toMatchObject({ action: 'allow', reason: 'no-rule', ruleId: '' });
  });

  it('says so when a line is too long to be read', async () => {
    const { id } = await aFilter();
    await aRule(id);
    const line = `ls ${'x'.repeat(LIMITS.judgedLine.max)}`;
    expect((await test(id, line)).data).toMatchObject({ action: 'deny', reason: 'too-long', pieces: [] });
  });

  it('needs a filter and a line', async () => {
    const { id } = await aFilter();
    expect(await test('nothing', 'ls')).toMatchObject({ code: 404 });
    expect(await test(id, '')).toMatchObject({ code: 400 });
  });
});

describe('rights', () => {
  it('are per act, for filters and for rules', async () => {
    const filter = await aFilter();
    const rule = await aRule(filter.id);
    const viewer = await server.current.loginAs({
      type: 'admin',
      menus: ['command-filter', 'command-filter-detail', 'command-filter-rule'],
    });
    const as = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
      server.current.call(method, url, { token: viewer.token, ...(body && { body }) });
    expect((await as('GET', `/command-filter-rules/${rule.id}`)).code).toBe(1);
    expect((await as('POST', `/command-filters/${filter.id}/test`, { command: 'ls' })).code).toBe(1);
    expect((await as('PUT', `/command-filters/${filter.id}`, { name: newId() })).code).toBe(403);
    expect((await as('DELETE', `/command-filters/${filter.id}`)).code).toBe(403);
    expect((await as('PUT', `/command-filter-rules/${rule.id}`, { enabled: false })).code).toBe(403);
    expect((await as('DELETE', `/command-filter-rules/${rule.id}`)).code).toBe(403);
    expect((await call('GET', `/command-filter-rules/${rule.id}`)).data).toEqual(rule);
  });
});
