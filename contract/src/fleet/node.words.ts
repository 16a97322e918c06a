import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'node.not_found': {
    'zh-TW': '找不到這台實體主機，可能已被刪除。',
    en: 'There is no such node; it may have been deleted.',
  },
  'node.name_taken': {
    'zh-TW': '已有名為「{name}」的實體主機，請改用其他名稱。',
    en: 'A node named “{name}” already exists. Choose another name.',
  },
  'node.asset_taken': {
    'zh-TW': '這個資產已連結到另一台實體主機。',
    en: 'The asset is linked to another node already.',
  },
  'node.asset_unfit': {
    'zh-TW': '請選擇一個現有的 SSH 資產。',
    en: 'Choose an SSH asset that exists.',
  },
  'node.asset_forbidden': {
    'zh-TW': '您不能連結這個資產：需要可以使用它，或有編輯資產的權限。',
    en: 'You may not link this asset: you need to be able to use it, or the right to edit assets.',
  },
  'node.connection_forbidden': {
    'zh-TW': '填寫新的連線需要新增資產的權限；您也可以選擇現有的 SSH 資產。',
    en: 'A new connection needs the right to add assets. You can also choose an SSH asset that exists.',
  },
  'node.not_asked': {
    'zh-TW': '規劃中與已退役的主機、以及沒有連結資產的主機不會採集。',
    en: 'Nodes that are planned, retired or without an asset are not asked.',
  },
  'node.busy': {
    'zh-TW': '這台主機正在採集中，請稍候再試。',
    en: 'The node is being asked right now. Try again in a moment.',
  },
  'node.unlinked': {
    'zh-TW': '這台主機沒有連結 SSH 資產，無法操作電源。',
    en: 'The node has no SSH asset, so its power cannot be reached.',
  },
  'node.unreachable': {
    'zh-TW': '連不上這台主機：{reason}',
    en: 'The node cannot be reached: {reason}',
  },
  'node.confirm_mismatch': {
    'zh-TW': '請輸入主機名稱「{name}」以確認。',
    en: 'Type the name “{name}” to confirm.',
  },
  'node.reason_missing': {
    'zh-TW': '請說明原因，至少 {min} 個字。',
    en: 'Say why, with at least {min} characters.',
  },
  'node.power_busy': {
    'zh-TW': '「{name}」正在重新開機或關機，請等它結束。',
    en: '“{name}” is being restarted or shut down. Wait until that is over.',
  },
  'node.vms_protected': {
    'zh-TW': '主機上有受保護的虛擬機正在執行：{names}。請先移走它們，或解除保護。',
    en: 'Protected virtual machines run on the node: {names}. Move them, or lift their protection.',
  },
  'node_import.refused': {
    'zh-TW': '有 {count} 列無法匯入，沒有新增任何主機。請修正後再試。',
    en: '{count} lines cannot be imported, so nothing was added. Put them right and try again.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  node: { 'zh-TW': '實體主機', en: 'Node' },
  'node.exported': { 'zh-TW': '匯出實體主機', en: 'Physical hosts exported' },
  'node.created': { 'zh-TW': '新增實體主機', en: 'Node created' },
  'node.updated': { 'zh-TW': '修改實體主機', en: 'Node changed' },
  'node.deleted': { 'zh-TW': '刪除實體主機', en: 'Node deleted' },
  'node.imported': { 'zh-TW': '匯入實體主機', en: 'Nodes imported' },
  'node.collected': { 'zh-TW': '立即採集實體主機', en: 'Node collected by hand' },
  'node.tested': { 'zh-TW': '測試實體主機的連線', en: 'Connection of a node tried' },
  'node.linked': { 'zh-TW': '連結實體主機的連線資產', en: 'Asset of a node set' },
  'node.change-confirmed': { 'zh-TW': '確認實體主機的變更', en: 'Change of a node confirmed' },
  'node.went-down': { 'zh-TW': '實體主機離線', en: 'Node went down' },
  'node.recovered': { 'zh-TW': '實體主機恢復連線', en: 'Node came back' },
  'node.power': { 'zh-TW': '操作實體主機電源', en: 'Node restarted or shut down' },
  'node.power-ended': { 'zh-TW': '實體主機的電源操作結束', en: 'Restart or shutdown of a node ended' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'node.exported': ['machine', 'host', 'access', 'info'],
  'node.created': ['machine', 'host', 'creation', 'notice'],
  'node.updated': ['machine', 'host', 'change', 'notice'],
  'node.deleted': ['machine', 'host', 'deletion', 'notice'],
  'node.imported': ['machine', 'host', 'creation', 'notice'],
  'node.collected': ['machine', 'host', 'access', 'info'],
  'node.tested': ['machine', 'host', 'info', 'info'],
  'node.linked': ['machine', 'host', 'change', 'info'],
  'node.change-confirmed': ['machine', 'host', 'change', 'notice'],
  'node.went-down': ['machine', 'host', 'error', 'warning'],
  'node.recovered': ['machine', 'host', 'info', 'info'],
  'node.power': ['machine', 'host', 'change', 'warning'],
  'node.power-ended': ['machine', 'host', 'info', 'info'],
} satisfies Record<string, EventRow>;
