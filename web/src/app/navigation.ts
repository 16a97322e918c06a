/**
 * The one table of pages. The router, the side menu, the breadcrumb, the document title and the command palette are
 * all made from it, so a new page is one new row.
 */
import type { MenuId } from '@jadegate/contract/menu';
import type { ParseKeys } from 'i18next';
import { matchPath } from 'react-router';

import { LoginPage } from '../features/identity/auth/LoginPage.tsx';
import { loadAllWords } from '../i18n/index.ts';
import { lazyComponent, type LazyComponent } from './lazy-component.ts';
import type { PageProps } from './page-props.ts';

export type Shell = 'admin' | 'personal' | 'session' | 'none';
export type LabelKey = ParseKeys<'app'>;

export interface Page {
  path: string;
  shell: Shell;
  label: LabelKey;
  page: LazyComponent<PageProps>;
  /** Its place in the side menu. The id doubles as the name of its icon. */
  menu?: MenuId;
  group?: MenuId;
  /** When its icon is another one: a page that shares its place's right. */
  icon?: MenuId | 'session-search' | 'batch-command' | 'file';
  /** Who may open it: holders of any of these ids. Without it, everybody the shell lets in. */
  needs?: readonly MenuId[];
  /** The list that a detail page belongs to. */
  parent?: string;
}

const dashboard = lazyComponent<PageProps>(
  async () => (await import('./DashboardWithParts.tsx')).DashboardWithParts,
);
const monitoring = lazyComponent<PageProps>(
  async () => (await import('../features/operations/monitoring/MonitoringPage.tsx')).MonitoringPage,
);
const account = lazyComponent<PageProps>(
  async () => (await import('../features/identity/account/AccountPage.tsx')).AccountPage,
);
const assets = lazyComponent<PageProps>(
  async () => (await import('./AssetsWithCredentials.tsx')).AssetsWithCredentials,
);
const assetDetail = lazyComponent<PageProps>(async () => (await import('./detail-pages.tsx')).AssetPage);
const credentials = lazyComponent<PageProps>(
  async () => (await import('../features/access/credential/CredentialListPage.tsx')).CredentialListPage,
);
const commands = lazyComponent<PageProps>(
  async () => (await import('../features/access/command/CommandListPage.tsx')).CommandListPage,
);
const myCommands = lazyComponent<PageProps>(
  async () => (await import('../features/access/command/MyCommandPage.tsx')).MyCommandPage,
);
const batchCommand = lazyComponent<PageProps>(
  async () => (await import('../features/operations/command-run/BatchCommandPage.tsx')).BatchCommandPage,
);
const myRun = lazyComponent<PageProps>(
  async () => (await import('../features/operations/command-run/MyRunPage.tsx')).MyRunPage,
);
const executeCommand = lazyComponent<PageProps>(
  async () => (await import('../features/operations/command-run/ExecuteCommandPage.tsx')).ExecuteCommandPage,
);
const commandFilters = lazyComponent<PageProps>(
  async () =>
    (await import('../features/access/command-filter/CommandFilterListPage.tsx')).CommandFilterListPage,
);
const commandFilterDetail = lazyComponent<PageProps>(
  async () =>
    (await import('../features/access/command-filter/CommandFilterDetailPage.tsx')).CommandFilterDetailPage,
);
const strategies = lazyComponent<PageProps>(
  async () => (await import('../features/access/strategy/StrategyListPage.tsx')).StrategyListPage,
);
const strategyDetail = lazyComponent<PageProps>(
  async () => (await import('../features/access/strategy/StrategyDetailPage.tsx')).StrategyDetailPage,
);
const users = lazyComponent<PageProps>(
  async () => (await import('../features/identity/user/UserListPage.tsx')).UserListPage,
);
const userDetail = lazyComponent<PageProps>(async () => (await import('./detail-pages.tsx')).UserPage);
const userGroups = lazyComponent<PageProps>(
  async () => (await import('../features/identity/user-group/UserGroupListPage.tsx')).UserGroupListPage,
);
const userGroupDetail = lazyComponent<PageProps>(
  async () => (await import('./detail-pages.tsx')).UserGroupPage,
);
const roles = lazyComponent<PageProps>(
  async () => (await import('../features/identity/role/RoleListPage.tsx')).RoleListPage,
);
const roleDetail = lazyComponent<PageProps>(
  async () => (await import('../features/identity/role/RoleDetailPage.tsx')).RoleDetailPage,
);
const loginLogs = lazyComponent<PageProps>(
  async () => (await import('../features/identity/login-log/LoginLogListPage.tsx')).LoginLogListPage,
);
const commandLog = lazyComponent<PageProps>(
  async () => (await import('../features/session/session/CommandLogPage.tsx')).CommandLogPage,
);
const storageLogs = lazyComponent<PageProps>(
  async () => (await import('../features/files/storage-log/StorageLogListPage.tsx')).StorageLogListPage,
);
const auditLogs = lazyComponent<PageProps>(
  async () => (await import('../features/platform/audit-log/AuditLogListPage.tsx')).AuditLogListPage,
);
const accessGateways = lazyComponent<PageProps>(
  async () =>
    (await import('../features/access/access-gateway/AccessGatewayListPage.tsx')).AccessGatewayListPage,
);
const accessSecurities = lazyComponent<PageProps>(
  async () =>
    (await import('../features/identity/access-security/AccessSecurityListPage.tsx')).AccessSecurityListPage,
);
const loginPolicies = lazyComponent<PageProps>(
  async () => (await import('../features/identity/login-policy/LoginPolicyListPage.tsx')).LoginPolicyListPage,
);
const eventDestinations = lazyComponent<PageProps>(
  async () =>
    (await import('../features/platform/event-destination/EventDestinationListPage.tsx'))
      .EventDestinationListPage,
);
const evidence = lazyComponent<PageProps>(
  async () => (await import('../features/platform/evidence/EvidencePage.tsx')).EvidencePage,
);
const loginPolicyDetail = lazyComponent<PageProps>(
  async () =>
    (await import('../features/identity/login-policy/LoginPolicyDetailPage.tsx')).LoginPolicyDetailPage,
);
const identitySources = lazyComponent<PageProps>(
  async () =>
    (await import('../features/identity/identity-source/IdentitySourceListPage.tsx')).IdentitySourceListPage,
);
const sourceReturn = lazyComponent<PageProps>(async () => {
  const [{ SourceReturnPage }] = await Promise.all([
    import('../features/identity/auth/SourceReturnPage.tsx'),
    loadAllWords(),
  ]);
  return SourceReturnPage;
});
const storages = lazyComponent<PageProps>(
  async () => (await import('../features/files/storage/StorageListPage.tsx')).StorageListPage,
);
const myFiles = lazyComponent<PageProps>(
  async () => (await import('../features/files/storage/MyFilePage.tsx')).MyFilePage,
);
const jobs = lazyComponent<PageProps>(
  async () => (await import('../features/operations/job/JobListPage.tsx')).JobListPage,
);
const settings = lazyComponent<PageProps>(
  async () => (await import('./SettingWithBackup.tsx')).SettingWithBackup,
);
const nodes = lazyComponent<PageProps>(
  async () => (await import('../features/fleet/node/NodeListPage.tsx')).NodeListPage,
);
const vms = lazyComponent<PageProps>(
  async () => (await import('../features/fleet/vm/VmListPage.tsx')).VmListPage,
);
const vmDetail = lazyComponent<PageProps>(async () => (await import('./detail-pages.tsx')).VmPage);
const nodeDetail = lazyComponent<PageProps>(async () => (await import('./detail-pages.tsx')).NodePage);
const gpus = lazyComponent<PageProps>(
  async () => (await import('../features/fleet/gpu/GpuListPage.tsx')).GpuListPage,
);
const gpuDetail = lazyComponent<PageProps>(
  async () => (await import('../features/fleet/gpu/GpuDetailPage.tsx')).GpuDetailPage,
);
const myAssets = lazyComponent<PageProps>(
  async () => (await import('../features/access/my-asset/MyAssetPage.tsx')).MyAssetPage,
);
const sessions = lazyComponent<PageProps>(async () => (await import('./SessionPage.tsx')).SessionPage);
const onlineSessions = lazyComponent<PageProps>(
  async () => (await import('../features/session/session/OnlineSessionPage.tsx')).OnlineSessionPage,
);
const offlineSessions = lazyComponent<PageProps>(
  async () => (await import('./OfflineWithFiles.tsx')).OfflineWithFiles,
);
const sessionSearch = lazyComponent<PageProps>(
  async () => (await import('../features/session/session-search/SessionSearchPage.tsx')).SessionSearchPage,
);
const terminalMonitor = lazyComponent<PageProps>(
  async () => (await import('../features/session/session/TermMonitorPage.tsx')).TermMonitorPage,
);
const sshApproval = lazyComponent<PageProps>(
  async () => (await import('../features/identity/ssh-approval/SshApprovalPage.tsx')).SshApprovalPage,
);
const sharedSession = lazyComponent<PageProps>(
  async () => (await import('../features/session/session-share/SharedSessionPage.tsx')).SharedSessionPage,
);
const desktopMonitor = lazyComponent<PageProps>(
  async () => (await import('../features/session/session/GuacdMonitorPage.tsx')).GuacdMonitorPage,
);
const desktopPlayback = lazyComponent<PageProps>(
  async () => (await import('../features/session/session/GuacdPlaybackPage.tsx')).GuacdPlaybackPage,
);
const terminalPlayback = lazyComponent<PageProps>(
  async () => (await import('../features/session/session/TermPlaybackPage.tsx')).TermPlaybackPage,
);
const manual = lazyComponent<PageProps>(async () => {
  const [{ ManualPage }] = await Promise.all([
    import('../features/platform/manual/ManualPage.tsx'),
    loadAllWords(),
  ]);
  return ManualPage;
});
// With the first script: it takes over a form that somebody may be typing into.
const login: LazyComponent<PageProps> = { Component: LoginPage, preload: () => {} };
const denied = lazyComponent<PageProps>(
  async () => (await import('../features/platform/errors/PermissionDeniedPage.tsx')).PermissionDeniedPage,
);
const notFound = lazyComponent<PageProps>(
  async () => (await import('../features/platform/errors/NotFoundPage.tsx')).NotFoundPage,
);

type MenuPage = MenuId & (LabelKey extends infer Key ? (Key extends `menu.${infer Id}` ? Id : never) : never);

/** A page of the side menu: its id is its path and its label. */
function menuPage(menu: MenuPage, group: MenuId | undefined, page: LazyComponent<PageProps>): Page {
  return {
    path: `/${menu}`,
    shell: 'admin',
    label: `menu.${menu}`,
    page,
    menu,
    needs: [menu],
    ...(group && { group }),
  };
}

type DetailName = LabelKey extends infer Key ? (Key extends `detail.${infer Name}` ? Name : never) : never;

function detailPage(name: DetailName, param: string, needs: MenuId, page: LazyComponent<PageProps>): Page {
  const parent = `/${name}`;
  return {
    path: `${parent}/:${param}`,
    shell: 'admin',
    label: `detail.${name}`,
    page,
    needs: [needs],
    parent,
  };
}

type PlainName = LabelKey extends infer Key ? (Key extends `page.${infer Name}` ? Name : never) : never;

function plainPage(name: PlainName, shell: Shell, page: LazyComponent<PageProps>): Page {
  return { path: `/${name}`, shell, label: `page.${name}`, page };
}

/** In menu order. */
export const PAGES: readonly Page[] = [
  menuPage('dashboard', undefined, dashboard),
  menuPage('node', 'physical-asset', nodes),
  menuPage('vm', 'physical-asset', vms),
  menuPage('gpu-resource', 'physical-asset', gpus),
  menuPage('asset', 'resource', assets),
  menuPage('credential', 'resource', credentials),
  menuPage('command', 'resource', commands),
  {
    ...plainPage('batch-command', 'admin', batchCommand),
    menu: 'command-exec',
    icon: 'batch-command',
    group: 'resource',
    needs: ['command-exec'],
  },
  menuPage('access-gateway', 'resource', accessGateways),
  menuPage('strategy', 'resource', strategies),
  menuPage('command-filter', 'resource', commandFilters),
  menuPage('online-session', 'session-audit', onlineSessions),
  menuPage('offline-session', 'session-audit', offlineSessions),
  {
    ...plainPage('session-search', 'admin', sessionSearch),
    menu: 'offline-session',
    icon: 'session-search',
    group: 'session-audit',
    needs: [
      'offline-session',
      'offline-session-playback',
      'offline-session-command',
      'session-command',
      'storage-log',
    ],
  },
  menuPage('login-log', 'log-audit', loginLogs),
  menuPage('storage-log', 'log-audit', storageLogs),
  menuPage('session-command', 'log-audit', commandLog),
  menuPage('audit-log', 'log-audit', auditLogs),
  menuPage('evidence', 'log-audit', evidence),
  menuPage('job', 'ops', jobs),
  menuPage('storage', 'ops', storages),
  menuPage('monitoring', 'ops', monitoring),
  menuPage('access-security', 'security', accessSecurities),
  menuPage('login-policy', 'security', loginPolicies),
  menuPage('event-destination', 'security', eventDestinations),
  menuPage('user', 'identity', users),
  menuPage('role', 'identity', roles),
  menuPage('user-group', 'identity', userGroups),
  menuPage('identity-source', 'identity', identitySources),
  menuPage('setting', undefined, settings),
  // One's own files and profile are open to every administrator; the id only puts them into the menu.
  { ...plainPage('file', 'admin', myFiles), menu: 'info', icon: 'file' },
  { ...menuPage('info', undefined, account), needs: [] },

  detailPage('asset', 'assetId', 'asset-detail', assetDetail),
  detailPage('node', 'nodeId', 'node', nodeDetail),
  detailPage('gpu-resource', 'gpuId', 'gpu-resource', gpuDetail),
  detailPage('vm', 'vmId', 'vm', vmDetail),
  detailPage('user', 'userId', 'user-detail', userDetail),
  detailPage('role', 'roleId', 'role-detail', roleDetail),
  detailPage('user-group', 'userGroupId', 'user-group-detail', userGroupDetail),
  detailPage('login-policy', 'loginPolicyId', 'login-policy-detail', loginPolicyDetail),
  detailPage('strategy', 'strategyId', 'strategy-detail', strategyDetail),
  detailPage('command-filter', 'commandFilterId', 'command-filter-detail', commandFilterDetail),
  { ...plainPage('execute-command', 'admin', executeCommand), needs: ['command-exec'] },

  plainPage('my-asset', 'personal', myAssets),
  plainPage('my-command', 'personal', myCommands),
  plainPage('my-run', 'personal', myRun),
  plainPage('my-info', 'personal', account),
  plainPage('my-file', 'personal', myFiles),

  plainPage('access', 'session', sessions),
  plainPage('term', 'session', sessions),
  plainPage('term-monitor', 'session', terminalMonitor),
  plainPage('term-playback', 'session', terminalPlayback),
  plainPage('share-session', 'session', sharedSession),
  plainPage('ssh-approval', 'session', sshApproval),
  plainPage('guacd-monitor', 'session', desktopMonitor),
  plainPage('guacd-playback', 'session', desktopPlayback),

  plainPage('login', 'none', login),
  { ...plainPage('login', 'none', sourceReturn), path: '/login/callback/:key' },
  plainPage('permission-denied', 'none', denied),
  plainPage('manual', 'none', manual),
  { ...plainPage('manual', 'none', manual), path: '/manual/:chapter' },
];

export const NOT_FOUND: Page = { path: '*', shell: 'none', label: 'page.not-found', page: notFound };

export function pageAt(pathname: string): Page | undefined {
  return PAGES.find((page) => matchPath(page.path, pathname) !== null);
}

/** Links of the personal shell's top bar. */
export const PERSONAL_LINKS: readonly Page[] = PAGES.filter((page) =>
  ['/my-asset', '/my-command', '/my-info'].includes(page.path),
);
