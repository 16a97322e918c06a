import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'vm.not_found': {
    'zh-TW': '找不到這台虛擬機，可能已被移除。',
    en: 'There is no such virtual machine; it may have been forgotten.',
  },
  'vm.task_not_found': { 'zh-TW': '找不到這個動作的紀錄。', en: 'There is no such task.' },
  'vm.asset_gone': { 'zh-TW': '請選擇一個現有的資產。', en: 'Choose an asset that exists.' },
  'vm.asset_forbidden': {
    'zh-TW': '建立連線資產還需要新增資產的權限。',
    en: 'Making the asset also needs the right to add assets.',
  },
  'vm.owner_gone': { 'zh-TW': '請選擇一位現有的使用者。', en: 'Choose a person who exists.' },
  'vm.linked': {
    'zh-TW': '這台虛擬機已有連線資產「{name}」。',
    en: 'This virtual machine has the asset “{name}” already.',
  },
  'vm.not_missing': {
    'zh-TW': '「{name}」仍在虛擬化平台上，只能移除已經找不到的虛擬機。',
    en: '“{name}” is still on its hypervisor. Only machines that are gone can be forgotten.',
  },
  'vm.busy': {
    'zh-TW': '「{name}」正在執行另一個動作，請等它結束。',
    en: 'Something else is being done with “{name}”. Wait until that is over.',
  },
  'vm.no_host': {
    'zh-TW': '「{name}」所在的主機已不在清單中，或沒有連結 SSH 資產，無法操作。',
    en: 'The host of “{name}” is not listed any more or has no SSH asset, so nothing can be done with it.',
  },
  'vm.unreachable': {
    'zh-TW': '無法連線到主機「{host}」：{reason}',
    en: 'The host “{host}” could not be reached: {reason}',
  },
  'vm.unreadable': {
    'zh-TW': '主機「{host}」沒有說出虛擬機的狀態：{reason}',
    en: 'The host “{host}” did not say how its virtual machines are: {reason}',
  },
  'vm.state_changed': {
    'zh-TW': '「{name}」的狀態已變成「{state}」，沒有執行任何動作。請確認後再試。',
    en: '“{name}” is {state} by now, so nothing was done. Look at it and try again.',
  },
  'vm.not_allowed': {
    'zh-TW': '「{name}」目前「{state}」，不能執行這個動作。',
    en: '“{name}” is {state}: this cannot be done now.',
  },
  'vm.protected': {
    'zh-TW': '「{name}」受保護。請先在編輯中取消保護，再執行這個動作。',
    en: '“{name}” is protected. Take the protection off first.',
  },
  'vm.confirm_mismatch': {
    'zh-TW': '輸入的名稱與虛擬機不符，請輸入「{name}」。',
    en: 'The name that was typed is not that of the machine. Type “{name}”.',
  },
  'vm.reason_missing': {
    'zh-TW': '這個動作會造成損失，請填寫原因（至少 {min} 個字）。',
    en: 'This loses something. Give a reason of at least {min} characters.',
  },
  'vm.snapshot_exists': {
    'zh-TW': '已有名為「{snapshot}」的快照，請改用其他名稱。',
    en: 'A snapshot named “{snapshot}” exists. Choose another name.',
  },
  'vm.snapshot_gone': {
    'zh-TW': '找不到快照「{snapshot}」，可能已被刪除。',
    en: 'There is no snapshot “{snapshot}”; it may have been removed.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  vm: { 'zh-TW': '虛擬機', en: 'Virtual machine' },
  'vm.updated': { 'zh-TW': '修改虛擬機資料', en: 'Virtual machine changed' },
  'vm.forgotten': { 'zh-TW': '移除找不到的虛擬機', en: 'Virtual machine forgotten' },
  'vm.power': { 'zh-TW': '操作虛擬機電源', en: 'Power of a virtual machine' },
  'vm.autostart': { 'zh-TW': '變更虛擬機自動啟動', en: 'Autostart of a virtual machine' },
  'vm.snapshot-created': { 'zh-TW': '新增虛擬機快照', en: 'Snapshot made' },
  'vm.snapshot-reverted': { 'zh-TW': '還原虛擬機快照', en: 'Reverted to a snapshot' },
  'vm.snapshot-removed': { 'zh-TW': '刪除虛擬機快照', en: 'Snapshot removed' },
  'vm.task-ended': { 'zh-TW': '虛擬機動作結束', en: 'Action on a virtual machine ended' },
  'vm.linked': { 'zh-TW': '新增虛擬機的連線資產', en: 'Asset of a virtual machine made' },
  'vm.console-opened': { 'zh-TW': '開啟虛擬機主控台', en: 'Console of a virtual machine opened' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'vm.updated': ['machine', 'host', 'change', 'info'],
  'vm.forgotten': ['machine', 'host', 'deletion', 'info'],
  'vm.power': ['machine', 'host', 'change', 'notice'],
  'vm.autostart': ['machine', 'host', 'change', 'notice'],
  'vm.snapshot-created': ['machine', 'host', 'creation', 'notice'],
  'vm.snapshot-reverted': ['machine', 'host', 'change', 'warning'],
  'vm.snapshot-removed': ['machine', 'host', 'deletion', 'notice'],
  'vm.task-ended': ['machine', 'host', 'info', 'info'],
  'vm.linked': ['machine', 'host', 'change', 'info'],
  'vm.console-opened': ['machine', 'host', 'access', 'notice'],
} satisfies Record<string, EventRow>;
