import account from './en/account.json';
import app from './en/app.json';
import auth from './en/auth.json';
import common from './en/common.json';
import credential from './en/credential.json';
import parts from './en/parts.json';
import type { Catalogue } from './zh-TW.ts';

export const catalogue: Catalogue = { account, app, auth, common, credential, parts };
