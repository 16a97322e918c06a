import type { ErrorCode } from '../error.ts';
import type { Sentence } from '../language.ts';

type NodeErrorCode = Extract<ErrorCode, `node${'.' | '_import.'}${string}`>;

export const NODE_ERROR_WORDS: Record<NodeErrorCode, Sentence> = {
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
  'node_import.refused': {
    'zh-TW': '有 {count} 列無法匯入，沒有新增任何主機。請修正後再試。',
    en: '{count} lines cannot be imported, so nothing was added. Put them right and try again.',
  },
};
