import { describe, expect, it } from 'vitest';

import { errorRow } from '../error.ts';
import { LANGUAGES, preferredLanguage, translate, type Sentence } from '../language.ts';
import { ADVISORY_WORDS } from './advisory.ts';
import { ASSET_WORDS } from './assets.ts';
import { AUDIT_WORDS } from './audit.ts';
import { DEFAULT_BRANDING } from './branding.ts';
import { ERROR_WORDS } from './errors.ts';
import { MENU_WORDS } from './menus.ts';
import { READY_WORDS } from './ready.ts';
import { ROLE_WORDS } from './roles.ts';
import { ADVICE_WORDS } from './session-advice.ts';
import { VALIDATION_WORDS } from './validation.ts';

const CATALOGUES: Record<string, Record<string, Sentence>> = {
  advice: ADVICE_WORDS,
  advisory: ADVISORY_WORDS,
  assets: ASSET_WORDS,
  audit: AUDIT_WORDS,
  branding: DEFAULT_BRANDING,
  errors: ERROR_WORDS,
  menus: MENU_WORDS,
  ready: READY_WORDS,
  roles: ROLE_WORDS,
  validation: VALIDATION_WORDS,
};

const SENTENCES = Object.entries(CATALOGUES).flatMap(([file, words]) =>
  Object.entries(words).map(([key, sentence]) => [`${file} ${key}`, sentence] as const),
);

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted();

describe('the sentences', () => {
  it('make a failure: what is not there is 404, what is unusual says so, the rest stays in its form', () => {
    expect(errorRow('vm.not_found')).toEqual({ code: 404, fault: 'caller' });
    expect(errorRow('vm.task_not_found')).toEqual({ code: 404, fault: 'caller' });
    expect(errorRow('rate_limited')).toEqual({ code: 429, fault: 'caller' });
    expect(errorRow('authorised.not_for_oneself')).toEqual({ code: -1, fault: 'caller' });
  });

  it.each(SENTENCES)('are whole in both languages: %s', (_name, sentence) => {
    for (const language of LANGUAGES) {
      expect(sentence[language].trim()).not.toBe('');
    }
    expect(sentence.en).not.toMatch(/\p{Script=Han}/u);
    expect(placeholders(sentence.en)).toEqual(placeholders(sentence['zh-TW']));
  });

  it('take their parameters', () => {
    expect(translate(ERROR_WORDS['login.locked'], 'zh-TW', { seconds: 30 })).toBe(
      '失敗次數過多，請在 30 秒後再試',
    );
  });
});

describe('the language of an answer', () => {
  it.each([
    [undefined, 'zh-TW'],
    ['', 'zh-TW'],
    ['en', 'en'],
    ['en-US,en;q=0.9,zh-TW;q=0.8', 'en'],
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-TW'],
    ['en;q=0.2, zh;q=0.9', 'zh-TW'],
    ['fr-FR,en;q=0.5', 'en'],
    ['ja', 'zh-TW'],
    ['en;q=0', 'zh-TW'],
  ] as const)('for %j is %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});
