import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { check, sayFault } from './validation.ts';

const Form = z.strictObject({
  name: z.string().min(1).max(5),
  code: z.string().length(4).optional(),
  password: z.string().min(8).max(20).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  many: z.array(z.string()).max(2).optional(),
  port: z.number().min(1).max(65_535).optional(),
  least: z.number().min(3).optional(),
  mail: z.email().optional(),
  site: z.url().optional(),
  kind: z.enum(['a', 'b']).optional(),
});

function refusalOf(field: string, value: unknown) {
  const { fields } = check(Form, { name: 'n', [field]: value }, 'zh-TW');
  return fields?.map(({ path, rule, message }) => `${path} ${rule} ${message}`);
}

describe('check', () => {
  it('answers the data when all is well', () => {
    expect(check(Form, { name: 'n' }, 'zh-TW')).toEqual({ data: { name: 'n' } });
  });

  it.each([
    ['name', undefined, 'name required 此欄位為必填'],
    ['name', '', 'name required 此欄位為必填'],
    ['name', 7, 'name type 資料型別不正確'],
    ['name', 'too long', 'name string.max 最多 5 個字元'],
    ['code', 'abc', 'code string.length 必須是 4 個字元'],
    ['password', 'short', 'password string.range 必須介於 8 到 20 個字元'],
    ['tags', [], 'tags array.range 必須介於 1 到 2 個項目'],
    ['many', ['a', 'b', 'c'], 'many array.max 最多 2 個項目'],
    ['port', 70_000, 'port number.range 必須介於 1 到 65535'],
    ['least', 2, 'least number.min 不可小於 3'],
    ['mail', 'nobody', 'mail email 請輸入有效的電子郵件地址'],
    ['site', 'nowhere', 'site url 請輸入有效的網址'],
    ['kind', 'c', 'kind enum 必須是下列其中之一：a、b'],
    ['extra', 1, ' unknown 不支援的欄位：extra'],
  ])('says what is wrong with %s = %j', (field, value, sentence) => {
    expect(refusalOf(field, value)).toEqual([sentence]);
  });

  it('never repeats the value, which may be a secret', () => {
    const { fields } = check(Form, { name: 'n', password: 'hunter2' }, 'en');
    expect(JSON.stringify(fields)).not.toContain('hunter2');
  });
});

describe('a sentence that stands alone', () => {
  const schema = z.strictObject({
    name: z.string(),
    rule: z.enum(['allow', 'reject', 'other']),
    odd: z.string(),
  });
  const said = (language: 'zh-TW' | 'en') =>
    check(schema, { name: 'x', rule: 'x', odd: 1 }, language).fields?.map((fault) =>
      sayFault(fault, language),
    );
  it('names fields and values in the language of its reader', () => {
    expect(said('zh-TW')).toEqual([
      '「規則」必須是下列其中之一：允許（allow）、拒絕（reject）、other',
      expect.stringMatching(/^「odd」/),
    ]);
    expect(said('en')?.[0]).toBe('Rule: Must be one of: Allow (allow), Reject (reject), other');
    const [missing] = check(schema, { rule: 'allow', odd: '' }, 'zh-TW').fields ?? [];
    expect(missing && sayFault(missing, 'zh-TW')).toBe('「名稱」此欄位為必填');
  });
});
