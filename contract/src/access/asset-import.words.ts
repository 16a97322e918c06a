import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'asset_import.busy': {
    'zh-TW': '另一項資產匯入正在進行，請稍後再試',
    en: 'Another import of assets is under way. Try again shortly.',
  },
  'asset_import.unreadable': {
    'zh-TW': '第 {line} 行無法讀取，請確認選擇的格式正確，並檢查引號與縮排',
    en: 'Line {line} cannot be read. Check that the right format is chosen, then the quotes and the indentation.',
  },
  'asset_import.empty': {
    'zh-TW': '檔案中沒有可匯入的主機，請確認選擇的格式正確',
    en: 'The file has no hosts to import. Check that the right format is chosen.',
  },
  'asset_import.yaml_too_large': {
    'zh-TW': 'YAML 清單最大 {limit}，請分成多個檔案，或改用 CSV',
    en: 'A YAML inventory may have at most {limit}. Split it, or use CSV.',
  },
  'asset_import.owner_forbidden': {
    'zh-TW': '您沒有變更資產擁有者的權限，匯入的資產只能歸您所有',
    en: 'You may not change the owner of assets: those you import are yours.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'asset.imported': { 'zh-TW': '匯入資產', en: 'Assets imported' },
  'asset.exported': { 'zh-TW': '匯出資產', en: 'Assets exported' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'asset.imported': ['access', 'configuration', 'creation', 'notice'],
  'asset.exported': ['access', 'configuration', 'access', 'notice'],
} satisfies Record<string, EventRow>;
