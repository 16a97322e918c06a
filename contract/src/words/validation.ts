import type { Sentence } from '../language.ts';

/** The generic form messages. The field's label stands beside them, so they do not repeat it. */
export const VALIDATION_WORDS = {
  required: { 'zh-TW': '此欄位為必填', en: 'This field is required' },
  type: { 'zh-TW': '資料型別不正確', en: 'The value has the wrong type' },
  format: { 'zh-TW': '格式不正確', en: 'The format is not valid' },
  webAddress: {
    'zh-TW': '請輸入 https:// 開頭的網址，不含帳號、問號或井號',
    en: 'Enter an address that begins with https://, without an account, a question mark or a hash',
  },
  webhookAddress: {
    'zh-TW': '請輸入 https:// 開頭的網址，不含帳號、密碼或井號',
    en: 'Enter an address that begins with https://, without an account, a password or a hash',
  },
  certificates: {
    'zh-TW': '請貼上 PEM 格式的憑證（-----BEGIN CERTIFICATE-----）',
    en: 'Paste certificates in PEM (-----BEGIN CERTIFICATE-----)',
  },
  email: { 'zh-TW': '請輸入有效的電子郵件地址', en: 'Enter a valid email address' },
  url: { 'zh-TW': '請輸入有效的網址', en: 'Enter a valid URL' },
  enum: { 'zh-TW': '必須是下列其中之一：{values}', en: 'Must be one of: {values}' },
  unknown: { 'zh-TW': '不支援的欄位：{names}', en: 'Unknown fields: {names}' },
  simplePassword: {
    'zh-TW': '密碼太簡單：字元太少變化、一直重複同一小段，或是照順序排列，請換一個',
    en: 'Too simple: too few different characters, one short piece again and again, or characters in order',
  },
  productName: {
    'zh-TW': '不可以是產品名稱，前後加上數字或符號也不行',
    en: 'Must not be the name of the product, also not with digits or signs around it',
  },
  fileName: {
    'zh-TW': '請輸入檔名，不能含有 /',
    en: 'Enter a file name without “/”',
  },
  hostFolder: {
    'zh-TW': '請輸入以 / 或 ~ 開頭的資料夾路徑，不能含有 ..',
    en: 'Enter the path of a folder that starts with “/” or “~” and has no “..” in it',
  },
  ipSet: {
    'zh-TW': '請輸入 IP 位址、CIDR 或起訖範圍（例如 10.0.0.1-10.0.0.9），以逗號分隔',
    en: 'Enter addresses, CIDR ranges or from-to ranges (such as 10.0.0.1-10.0.0.9), separated by commas',
  },
  hostSet: {
    'zh-TW': '請輸入 IP 位址、CIDR、起訖範圍、主機名稱或 *.example.com 形式的網域，以逗號或換行分隔',
    en: 'Enter addresses, CIDR ranges, from-to ranges, host names or names like *.example.com, separated by commas or lines',
  },
  timeRange: {
    'zh-TW': '請以 HH:mm~HH:mm 表示時段，多個時段以、分隔',
    en: 'Write ranges as HH:mm~HH:mm, separated by an ideographic comma',
  },
  timeZone: {
    'zh-TW': '請選擇時區，例如 Asia/Taipei',
    en: 'Choose a time zone, such as Asia/Taipei',
  },
  'cron.secondsMissing': {
    'zh-TW': '需要六個欄位，最前面還少了「秒」，例如 {example}',
    en: 'Six fields are needed: the seconds are missing at the front, as in {example}',
  },
  'cron.fieldCount': {
    'zh-TW': '需要六個欄位（秒 分 時 日 月 星期），目前有 {count} 個',
    en: 'Six fields are needed (second minute hour day month weekday); there are {count}',
  },
  'cron.second': {
    'zh-TW': '「{value}」不是有效的秒（{min} 到 {max}）',
    en: '“{value}” is no second ({min} to {max})',
  },
  'cron.minute': {
    'zh-TW': '「{value}」不是有效的分鐘（{min} 到 {max}）',
    en: '“{value}” is no minute ({min} to {max})',
  },
  'cron.hour': {
    'zh-TW': '「{value}」不是有效的小時（{min} 到 {max}）',
    en: '“{value}” is no hour ({min} to {max})',
  },
  'cron.day': {
    'zh-TW': '「{value}」不是有效的日期（{min} 到 {max}）',
    en: '“{value}” is no day of the month ({min} to {max})',
  },
  'cron.month': {
    'zh-TW': '「{value}」不是有效的月份（{min} 到 {max}，或 jan 到 dec）',
    en: '“{value}” is no month ({min} to {max}, or jan to dec)',
  },
  'cron.weekday': {
    'zh-TW': '「{value}」不是有效的星期（{min} 到 {max}，0 是星期日，或 sun 到 sat）',
    en: '“{value}” is no weekday ({min} to {max}, 0 is Sunday, or sun to sat)',
  },
  'cron.zone': { 'zh-TW': '「{value}」不是有效的時區', en: '“{value}” is no time zone' },
  'cron.descriptor': {
    'zh-TW': '不認得「{value}」，可用 @hourly、@daily、@weekly、@monthly、@yearly 或 @every 5m',
    en: '“{value}” is not known; use @hourly, @daily, @weekly, @monthly, @yearly or @every 5m',
  },
  'cron.interval': {
    'zh-TW': '「{value}」不是有效的間隔，請寫成 30s、5m 或 1h30m，至少一秒，最多一年',
    en: '“{value}” is no interval; write 30s, 5m or 1h30m, from a second to a year',
  },
  'cron.never': { 'zh-TW': '這個日期永遠不會出現', en: 'There is no such date' },
  host: {
    'zh-TW': '請輸入主機名稱或 IP 位址，不含空白、網址開頭與連接埠',
    en: 'Enter a host name or an IP address, without blanks, a URL scheme or a port',
  },
  tags: {
    'zh-TW': '標籤最多 {most} 個，每個最多 {longest} 個字元',
    en: 'At most {most} tags of at most {longest} characters each',
  },
  regex: { 'zh-TW': '不是有效的規則運算式', en: 'This is not a valid regular expression' },
  endsAfterStart: {
    'zh-TW': '結束時間必須晚於開始時間',
    en: 'The end must be after the beginning',
  },
  mismatch: { 'zh-TW': '兩次輸入的內容不一致', en: 'The two entries do not match' },
  'string.length': { 'zh-TW': '必須是 {limit} 個字元', en: 'Must be exactly {limit} characters' },
  'string.min': { 'zh-TW': '至少需要 {limit} 個字元', en: 'Must be at least {limit} characters' },
  'string.max': { 'zh-TW': '最多 {limit} 個字元', en: 'Must be at most {limit} characters' },
  'string.range': {
    'zh-TW': '必須介於 {min} 到 {max} 個字元',
    en: 'Must be between {min} and {max} characters',
  },
  'array.length': { 'zh-TW': '必須是 {limit} 個項目', en: 'Must have exactly {limit} items' },
  'array.min': { 'zh-TW': '至少需要 {limit} 個項目', en: 'Must have at least {limit} items' },
  'array.max': { 'zh-TW': '最多 {limit} 個項目', en: 'Must have at most {limit} items' },
  'array.range': { 'zh-TW': '必須介於 {min} 到 {max} 個項目', en: 'Must have between {min} and {max} items' },
  'number.min': { 'zh-TW': '不可小於 {limit}', en: 'Must be at least {limit}' },
  'number.max': { 'zh-TW': '不可大於 {limit}', en: 'Must be at most {limit}' },
  'number.range': { 'zh-TW': '必須介於 {min} 到 {max}', en: 'Must be between {min} and {max}' },
} as const satisfies Record<string, Sentence>;

export type ValidationRule = keyof typeof VALIDATION_WORDS;
