import { CredentialInput } from '@jadegate/contract/access/credential';
import { PasswordChange } from '@jadegate/contract/identity/account';
import { LIMITS } from '@jadegate/contract/limits';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { blankValues, fieldError, fieldRules } from './field-rules.ts';

const Sample = z.object({
  port: z.number().int().min(1).max(65_535),
  note: z.string().max(10),
  nickname: z.string().max(5).nullable().optional(),
  enabled: z.boolean(),
  search: z.preprocess((value) => value, z.string().max(7).optional()),
  code: z.string().max(4).transform(Number),
});

describe('fieldRules', () => {
  it('marks a field as required when neither nothing nor the empty text will do', () => {
    expect(fieldRules(CredentialInput, 'name').required).toBe(true);
    expect(fieldRules(CredentialInput, 'type').required).toBe(true);
    expect(fieldRules(Sample, 'enabled').required).toBe(true);
  });

  it('does not mark what has a default, may be absent, or may be empty', () => {
    expect(fieldRules(CredentialInput, 'username').required).toBe(false);
    expect(fieldRules(Sample, 'nickname').required).toBe(false);
    expect(fieldRules(Sample, 'note').required).toBe(false);
  });

  it('takes the length of a text from the schema, through defaults, optionals and conversions', () => {
    expect(fieldRules(CredentialInput, 'name').maxLength).toBe(LIMITS.name.max);
    expect(fieldRules(CredentialInput, 'password').maxLength).toBe(LIMITS.targetPassword.max);
    expect(fieldRules(Sample, 'nickname').maxLength).toBe(5);
    expect(fieldRules(Sample, 'search').maxLength).toBe(7);
    expect(fieldRules(Sample, 'code').maxLength).toBe(4);
  });

  it('takes the bounds of a number, and none where the schema has none', () => {
    expect(fieldRules(Sample, 'port')).toMatchObject({ min: 1, max: 65_535 });
    expect(fieldRules(z.object({ size: z.number().int().min(0) }), 'size')).toEqual({
      required: true,
      min: 0,
      max: undefined,
    });
  });

  it('refuses a field the schema does not have, so that a typo is found at once', () => {
    expect(() => fieldRules(CredentialInput, 'nmae')).toThrow('nmae');
  });
});

describe('fieldError', () => {
  const zh = { language: 'zh-TW' } as const;

  it('says in the chosen language what is wrong', () => {
    expect(fieldError(CredentialInput, 'name', '  ', zh)).toBe('此欄位為必填');
    expect(fieldError(CredentialInput, 'name', '', { language: 'en' })).toBe('This field is required');
  });

  it('names both bounds where the schema has both', () => {
    expect(fieldError(PasswordChange, 'newPassword', 'short', zh)).toBe('必須介於 8 到 256 個字元');
  });

  it('is silent about a good value', () => {
    expect(fieldError(CredentialInput, 'name', 'db', zh)).toBeUndefined();
    expect(fieldError(CredentialInput, 'username', undefined, zh)).toBeUndefined();
  });

  it('demands what the form demands although the schema does not', () => {
    expect(fieldError(CredentialInput, 'privateKey', '', zh)).toBeUndefined();
    expect(fieldError(CredentialInput, 'privateKey', '', { ...zh, required: true })).toBe('此欄位為必填');
  });
});

describe('blankValues', () => {
  it('starts texts blank that may be empty but not absent', () => {
    expect(blankValues(Sample)).toEqual({ note: '', code: '' });
  });
});
