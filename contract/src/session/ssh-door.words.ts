import type { SshTicketKind } from '../identity/ssh-ticket.ts';
import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const AUDIT = {
  'ssh-door': { 'zh-TW': 'SSH 入口', en: 'SSH entrance' },
  'ssh-door.host-keys-rotated': {
    'zh-TW': '輪替 SSH 入口的主機金鑰',
    en: 'SSH host keys of the product rotated',
  },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'ssh-door.host-keys-rotated': ['secret', 'configuration', 'change', 'warning'],
} satisfies Record<string, EventRow>;

/** What people read in clients of their own, on one line each but for questions. */
export const SSH_DOOR_WORDS = {
  // Programs that answer for a person, such as sshpass, wait for the English word.
  password: {
    'zh-TW': '（留空改用瀏覽器核准）密碼 Password: ',
    en: '(empty to approve in the browser) Password: ',
  },
  code: {
    'zh-TW': '兩步驟驗證碼（留空改用瀏覽器核准）：',
    en: 'One-time code (empty to approve in the browser): ',
  },
  // All of it in the question: clients that were told to be quiet, and those with windows, show nothing else.
  approval: {
    'zh-TW': '請用瀏覽器開啟 {address}\n輸入代碼 {code} 核准這個連線，再回到這裡按 Enter：',
    en: 'Open {address} in a browser\nand enter the code {code} to approve this connection. Then press Enter here: ',
  },
  console_address: { 'zh-TW': '<主控台網址>', en: '<address of the console>' },
  approval_refused: {
    'zh-TW': '這個連線在瀏覽器中被拒絕了',
    en: 'This connection was refused in the browser',
  },
  approval_expired: {
    'zh-TW': '這個連線沒有在時限內核准，請重新連線',
    en: 'This connection was not approved in time: connect again',
  },
  menu_title: { 'zh-TW': '選擇資產', en: 'Choose an asset' },
  menu_help: {
    'zh-TW': '輸入文字篩選（#標籤），↑↓ 移動，Enter 連線，Ctrl+C 離開',
    en: 'Type to filter (#tag), ↑↓ to move, Enter to connect, Ctrl+C to leave',
  },
  menu_filter: { 'zh-TW': '篩選：', en: 'Filter: ' },
  menu_empty: { 'zh-TW': '沒有符合的資產', en: 'No asset matches' },
  owes: {
    'zh-TW': '登入尚未完成，請先在網頁登入並完成要求的步驟（變更密碼或設定兩步驟驗證）',
    en: 'The login is not complete: sign in with the browser first and do what it asks for (a new password, or a second factor)',
  },
  asset_missing: {
    'zh-TW': '沒有指定資產，請以「{example}」作為登入帳號',
    en: 'No asset is named: use “{example}” as the user name',
  },
  asset_unknown: {
    'zh-TW': '找不到資產「{name}」，或沒有使用它的權限',
    en: 'There is no asset “{name}”, or no right to use it',
  },
  asset_ambiguous: {
    'zh-TW': '有多個資產符合「{name}」，請改用代號：{handles}',
    en: 'Several assets are called “{name}”: use one of the handles {handles}',
  },
  reading_ambiguous: {
    'zh-TW': '登入帳號可以有兩種解讀：{first}，或{second}。請改用資產的代號',
    en: 'The user name can be read in two ways: {first}, or {second}. Use the handle of the asset',
  },
  reading: {
    'zh-TW': '「{person}」連線到「{asset}」',
    en: '“{person}” on “{asset}”',
  },
  reading_menu: { 'zh-TW': '「{person}」開啟選單', en: '“{person}” at the menu' },
  account_other: {
    'zh-TW': '「{asset}」以帳號「{account}」登入，請使用 {example}',
    en: '“{asset}” is logged in to as “{account}”: use {example}',
  },
  protocol_other: {
    'zh-TW': '「{name}」不是 SSH 資產，請從網頁開啟',
    en: '“{name}” is no SSH asset: open it in the browser',
  },
  switch_off: {
    'zh-TW': '授權政策沒有開放「{switch}」，如有需要，請洽管理員',
    en: 'The strategy does not allow “{switch}”. Ask an administrator if you need it',
  },
  forward_elsewhere: {
    'zh-TW': '授權政策不允許轉送到 {host}:{port}，只能連到資產本機或列出的位址',
    en: 'The strategy does not allow forwarding to {host}:{port}: only to the asset itself and to what it lists',
  },
  listen_elsewhere: {
    'zh-TW': '授權政策只允許在資產本機（localhost）監聽，不能監聽「{host}」',
    en: 'The strategy allows listening on the asset’s own localhost only, not on “{host}”',
  },
  listen_refused: {
    'zh-TW': '無法在資產上監聽 {at}，可能已有程式使用，或主機不允許',
    en: 'The asset does not listen on {at}: something else may, or the host does not allow it',
  },
  too_many_listeners: {
    'zh-TW': '這條 SSH 連線的遠端轉送（-R）已達上限',
    en: 'This SSH connection may have no more remote forwards (-R)',
  },
  host_declined: {
    'zh-TW': '目標主機沒有開放「{switch}」，已略過',
    en: 'The host does not offer “{switch}”, and goes on without it',
  },
  ticket_kind: {
    'zh-TW': '這張票證不包含「{kind}」',
    en: 'This ticket is not for “{kind}”',
  },
  ticket_account: {
    'zh-TW': '「{asset}」的登入帳號已變更，請重新產生票證',
    en: 'The account of “{asset}” has changed: make a new ticket',
  },
  subsystem_unknown: { 'zh-TW': '不提供子系統「{name}」', en: 'There is no subsystem “{name}”' },
  too_many_channels: {
    'zh-TW': '這條 SSH 連線同時開啟的通道已達上限',
    en: 'This SSH connection may have no more channels at a time',
  },
  too_many_connections: {
    'zh-TW': '您同時開啟的 SSH 連線已達上限（{limit} 條）',
    en: 'You may have no more than {limit} SSH connections at a time',
  },
  listed_without_terminal: {
    'zh-TW': '這裡只能執行列出的指令，而且不能配置終端機，請拿掉 -t 再試一次',
    en: 'Only listed commands run here, and without a terminal: leave out -t',
  },
  command_broken: {
    'zh-TW': '指令含有無法傳給主機的字元',
    en: 'The command holds a character that cannot be handed to a host',
  },
  host_refused: { 'zh-TW': '目標主機拒絕了這個要求', en: 'The host refused this' },
  failed: { 'zh-TW': '發生錯誤，請查看伺服器紀錄', en: 'It failed. See the log of the server' },
} as const satisfies Record<string, Sentence>;

/** What a ticket is for, as its page names it. */
export const TICKET_KIND_WORDS: Record<SshTicketKind, Sentence> = {
  exec: { 'zh-TW': '執行指令', en: 'Commands' },
  files: { 'zh-TW': '檔案傳輸（SFTP、scp、rsync）', en: 'Files (SFTP, scp, rsync)' },
  shell: { 'zh-TW': 'Shell（終端機）', en: 'Shell (terminal)' },
  forward: {
    'zh-TW': '轉送（連接埠、socket、金鑰代理、X11）',
    en: 'Forwarding (ports, sockets, agent, X11)',
  },
};

/** The switches of a strategy, as its page names them. */
export const CHANNEL_WORDS = {
  shell: { 'zh-TW': 'Shell（終端機）', en: 'Shell (terminal)' },
  exec: { 'zh-TW': '執行指令（exec）', en: 'Commands (exec)' },
  localForward: { 'zh-TW': '本機連接埠轉送（-L、-D）', en: 'Local port forwarding (-L, -D)' },
  socketForward: { 'zh-TW': 'Unix socket 轉送', en: 'Unix socket forwarding' },
  remoteForward: { 'zh-TW': '遠端連接埠轉送（-R）', en: 'Remote port forwarding (-R)' },
  agentForward: { 'zh-TW': '金鑰代理轉送（-A）', en: 'Agent forwarding (-A)' },
  x11: { 'zh-TW': 'X11 圖形介面（-X）', en: 'X11 (-X)' },
} as const satisfies Record<string, Sentence>;
