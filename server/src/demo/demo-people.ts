import { HOSTS } from './hosts/host-profile.ts';

/** Who is in the demo, and who may go where. */
export const PEOPLE = [
  { username: 'yating', nickname: '林雅婷', type: 'admin', roles: ['audit-administrator'] },
  { username: 'junjie', nickname: '王俊傑', type: 'user' },
  { username: 'meiling', nickname: '陳美玲', type: 'user' },
  { username: 'zhihao', nickname: '張志豪', type: 'user' },
  { username: 'shufen', nickname: '黃淑芬', type: 'user' },
  { username: 'jianhong', nickname: '李建宏', type: 'user' },
] as const;
export type Username = (typeof PEOPLE)[number]['username'];

export const GROUPS: readonly { name: string; members: readonly Username[]; hosts: readonly string[] }[] = [
  { name: '網站維運組', members: ['junjie', 'meiling'], hosts: ['web-01', 'web-02', 'app-01', 'desk-01'] },
  { name: '資料庫組', members: ['zhihao'], hosts: ['db-01', 'nas-01'] },
  { name: 'AI 研究組', members: ['jianhong', 'shufen'], hosts: ['gpu-01', 'gpu-02'] },
];

/** Besides what their groups may: people who help out elsewhere. */
export const HELPERS: readonly { username: Username; host: string }[] = [
  { username: 'meiling', host: 'db-01' },
  { username: 'jianhong', host: 'nas-01' },
];

export const TAGS: Readonly<Record<string, string>> = {
  'web-01': '正式環境,網站',
  'web-02': '正式環境,網站',
  'app-01': '正式環境,訂單',
  'db-01': '正式環境,資料庫',
  'gpu-01': '研究,GPU',
  'gpu-02': '研究,GPU',
  'nas-01': '共用,儲存',
  'desk-01': '共用,桌面',
};

/** All go well: what failed stands as a warning above every page, and that is no welcome. */
export const JOBS: readonly { name: string; cron: string; script: string; hosts: readonly string[] }[] = [
  {
    name: '每日磁碟檢查',
    cron: '0 0 8 * * *',
    script: 'uptime\ndf -h',
    hosts: HOSTS.map((host) => host.name),
  },
  {
    name: '訂單紀錄巡查',
    cron: '0 */30 * * * *',
    script: 'grep ERROR /var/log/orders/app.log',
    hosts: ['app-01'],
  },
];

/** Where the machines stand. */
export const PLACES: Readonly<
  Record<string, { site: string; rack: string; unit: number; department: string }>
> = {
  'web-01': { site: '台北機房', rack: 'A03', unit: 21, department: '資訊處' },
  'app-01': { site: '台北機房', rack: 'A03', unit: 23, department: '資訊處' },
  'db-01': { site: '台北機房', rack: 'A04', unit: 11, department: '資訊處' },
  'gpu-01': { site: '新竹機房', rack: 'G01', unit: 5, department: 'AI 研究中心' },
  'gpu-02': { site: '新竹機房', rack: 'G01', unit: 15, department: 'AI 研究中心' },
  'nas-01': { site: '新竹機房', rack: 'S01', unit: 3, department: 'AI 研究中心' },
};

export const COMMANDS = [
  { name: '檢查主機狀態', content: 'uptime\nfree -h\ndf -h\n', shared: true },
  { name: '查看服務狀態', content: 'systemctl status {{service:nginx}}\n', shared: true },
  { name: '查看 GPU 使用情形', content: 'nvidia-smi\n', shared: true },
] as const;

export const FILTER_RULES = [
  { type: 'prefix', pattern: 'rm -rf', action: 'deny' },
  { type: 'prefix', pattern: 'reboot', action: 'deny' },
  { type: 'prefix', pattern: 'systemctl restart', action: 'warn' },
] as const;

export const SHARED_FILES: Readonly<Record<string, string>> = {
  '/值班手冊.md':
    '# 值班手冊\n\n1. 先看儀表板的「需要留意」\n2. 訂單服務異常時，聯絡王俊傑\n3. 資料庫異常時，聯絡張志豪\n',
  '/變更紀錄/2026-11-17 訂單服務 4.8.2.md':
    '# 訂單服務升級至 4.8.2\n\n- 時間：11 月 17 日 22:00 至 22:30\n- 回復方式：換回 4.8.1 的執行檔後重新啟動\n',
};
