import type { AccountInfo } from '@jadegate/contract/account';
import type { Branding } from '@jadegate/contract/branding';
import { MENU_IDS } from '@jadegate/contract/menu';

/** An administrator who may do everything, unless said otherwise. */
export function anAccount(given: Partial<AccountInfo> = {}): AccountInfo {
  return {
    id: 'user-1',
    username: 'admin',
    nickname: '系統管理員',
    type: 'admin',
    enableTotp: false,
    roles: ['system-administrator'],
    roleNames: ['系統管理員'],
    menus: [...MENU_IDS],
    mustChangePassword: false,
    owedStep: null,
    ...given,
  };
}

export function aUser(given: Partial<AccountInfo> = {}): AccountInfo {
  return anAccount({
    username: 'ming',
    nickname: '王小明',
    type: 'user',
    roles: [],
    roleNames: [],
    menus: [],
    ...given,
  });
}

export function aBranding(given: Partial<Branding> = {}): Branding {
  return {
    name: '測試堡壘',
    copyright: '© 測試',
    description: '測試用說明',
    version: '9.9.9',
    publicUrl: '',
    timeZone: '',
    logo: '',
    passwordMinLength: 8,
    ...given,
  };
}
