import account from './zh-TW/account.json';
import app from './zh-TW/app.json';
import auth from './zh-TW/auth.json';
import common from './zh-TW/common.json';
import credential from './zh-TW/credential.json';
import parts from './zh-TW/parts.json';

/** The source language: the keys of these files are the keys there are. */
export const catalogue = { account, app, auth, common, credential, parts };
export type Catalogue = typeof catalogue;
