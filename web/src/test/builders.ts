import type { AssetTest } from '@jadegate/contract/access/asset-reachability';
import type { AccountInfo } from '@jadegate/contract/identity/account';
import { MENU_IDS } from '@jadegate/contract/menu';
import type { Branding } from '@jadegate/contract/platform/branding';

/** An administrator who may do everything, unless said otherwise. */
export function anAccount(given: Partial<AccountInfo> = {}): AccountInfo {
  return {
    id: 'user-1',
    username: 'admin',
    nickname: '系統管理員',
    type: 'admin',
    enableTotp: false,
    hasPasskey: false,
    roles: ['system-administrator'],
    roleNames: ['系統管理員'],
    menus: [...MENU_IDS],
    mustChangePassword: false,
    passwordAt: '',
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
    contact: '',
    version: '9.9.9',
    publicUrl: '',
    timeZone: '',
    logo: '',
    passwordMinLength: 8,
    isDemo: false,
    ...given,
  };
}

/** A host that answers, is the known one and lets the stored account in, unless said otherwise. */
export function anAssetTest(given: Partial<AssetTest> = {}): AssetTest {
  return {
    active: true,
    message: '',
    advice: '',
    latency: 12,
    hostKey: 'known',
    login: { state: 'accepted', message: '' },
    ...given,
  };
}

/** One that cannot be reached. */
export function anUnreached(given: Partial<AssetTest> = {}): AssetTest {
  const login = { state: 'untried', message: '' } as const;
  return anAssetTest({
    active: false,
    message: 'refused',
    latency: null,
    hostKey: 'unseen',
    login,
    ...given,
  });
}
