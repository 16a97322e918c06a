import type { Language } from '@jadegate/contract/language';

import enApp from './en/app.json';
import enAuth from './en/auth.json';
import enCommon from './en/common.json';
import app from './zh-TW/app.json';
import auth from './zh-TW/auth.json';
import common from './zh-TW/common.json';

/**
 * What the login page says, in both languages: it comes with the first script, so that nobody waits for one more answer
 * before they can type. The other texts follow when the browser is idle, or before the first page that needs them.
 */
export const FIRST_WORDS = {
  'zh-TW': { app, auth, common },
  en: { app: enApp, auth: enAuth, common: enCommon },
} satisfies Record<Language, object>;
