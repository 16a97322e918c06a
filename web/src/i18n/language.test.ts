import dayjs from 'dayjs';
import { expect, it } from 'vitest';

import { currentLanguage, i18n, setLanguage } from './index.ts';

it('switches texts, dates and the document together', async () => {
  await setLanguage('en');
  expect([currentLanguage(), i18n.t('app:loading'), dayjs.locale(), document.documentElement.lang]).toEqual([
    'en',
    'Working hard to load',
    'en',
    'en',
  ]);
  await setLanguage('zh-TW');
  expect([currentLanguage(), i18n.t('app:loading'), dayjs.locale(), document.documentElement.lang]).toEqual([
    'zh-TW',
    '努力載入中',
    'zh-tw',
    'zh-Hant-TW',
  ]);
});
