import type { Sentence } from '../language.ts';
import type { EventRow } from './events/event-kind.ts';

export const ERRORS = {
  'event_destination.not_found': {
    'zh-TW': '找不到這個事件目的地，可能已被刪除',
    en: 'There is no such event destination; it may have been deleted.',
  },
  'event_destination.name_taken': {
    'zh-TW': '已有名為「{name}」的事件目的地，請換一個名稱',
    en: 'There is an event destination called “{name}”. Choose another name.',
  },
  'event_destination.too_many': {
    'zh-TW': '事件目的地最多 {max} 個，請先刪除不再使用的',
    en: 'There can be {max} event destinations. Delete those that are not used any more.',
  },
  'event_destination.kind_fixed': {
    'zh-TW': '目的地的種類不能變更，請刪除後重新新增',
    en: 'The kind of a destination cannot be changed. Delete it and add another.',
  },
  'event_destination.waits_by_itself': {
    'zh-TW':
      '勿擾時段，或不短於 {hours} 小時的訊息間隔，會讓事件照設定等待，連線也會因此停止。請取消其中一項，或把「無法送達就停止新連線」改為 0',
    en: 'In quiet hours, or with {hours} hours or more between two messages, events wait as they are told to, and that would stop sessions. Do without the one or the other, or set “No new sessions when undelivered” to 0.',
  },
  'event_destination.secret_needed': {
    'zh-TW': '請輸入這個目的地的機密：{field}',
    en: 'Enter the secret of this destination: {field}.',
  },
  'event_destination.secret_again': {
    'zh-TW': '目的地的位址已變更，請重新輸入權杖；已儲存的權杖只送往原本的位址',
    en: 'The address has changed. Enter the token again: the stored one goes only where it was meant for.',
  },
  'event_destination.secret_address': {
    'zh-TW': '這不是有效的網址，請貼上服務提供的完整網址（https:// 開頭）',
    en: 'This is no address. Paste the whole one that the service gave (it begins with https://).',
  },
  'event_destination.secret_token': {
    'zh-TW': '權杖只能是半形英數字與符號，不能有空白或換行；請重新複製',
    en: 'A token has letters, digits and signs of ASCII, without blanks or line ends. Copy it again.',
  },
  'event_destination.file_taken': {
    'zh-TW': '「{other}」已使用檔名 {fileName} 或其舊檔的名稱，請換一個檔名',
    en: '“{other}” writes to {fileName}, or calls its old files so. Choose another file name.',
  },
  'event_destination.authority_unreadable': {
    'zh-TW': '信任的憑證機構無法讀取，請貼上完整的 PEM 憑證',
    en: 'The certificate of the authority cannot be read. Paste all of it, in PEM.',
  },
  'event_destination.key_unreadable': {
    'zh-TW': '用戶端憑證與私密金鑰無法使用，請確認是同一組、PEM 格式，且金鑰沒有密碼',
    en: 'The client certificate and its key cannot be used. They must belong together, in PEM, the key without a passphrase.',
  },
  'event_destination.target_gone': {
    'zh-TW': '篩選條件中的使用者、群組或資產已不存在，請重新選擇',
    en: 'A person, group or asset of the filter is not there any more. Choose again.',
  },
  'event_destination.unknown_event': {
    'zh-TW': '沒有名為「{name}」的事件',
    en: 'There is no event called “{name}”.',
  },
  'event_destination.place_refused': {
    'zh-TW':
      '「{host}」指向本機、連線區域位址或雲端中繼資料服務，不允許作為目的地。確定需要時，請管理者以 JADEGATE_EVENT_TARGETS_ALLOWED 開放',
    en: '“{host}” leads to this machine, a link-local address or a metadata service, which is not allowed. If it is meant, the operator allows it by JADEGATE_EVENT_TARGETS_ALLOWED.',
  },
  'event_destination.own_part': {
    'zh-TW': '「{host}」是本產品自己的元件，不能作為事件目的地',
    en: '“{host}” is a part of this product and cannot be a destination.',
  },
  'event_destination.unreachable': {
    'zh-TW': '無法連線到 {place}：{reason}',
    en: '{place} cannot be reached: {reason}.',
  },
  'event_destination.certificate': {
    'zh-TW': '{place} 的 TLS 憑證未通過驗證：{reason}。若使用內部憑證機構，請填入其憑證',
    en: 'The TLS certificate of {place} is not trusted: {reason}. If an authority of your own signed it, enter its certificate.',
  },
  'event_destination.client_certificate': {
    'zh-TW': '{place} 要求用戶端憑證，或不接受目前的用戶端憑證：{reason}',
    en: '{place} asks for a client certificate, or does not accept the one it was shown: {reason}.',
  },
  'event_destination.timeout': {
    'zh-TW': '{place} 沒有在時限內回應',
    en: '{place} did not answer in time.',
  },
  'event_destination.closed': {
    'zh-TW': '{place} 中斷了連線，尚未確認收到的事件會再送一次',
    en: '{place} closed the connection; events it had not confirmed are sent again.',
  },
  'event_destination.redirected': {
    'zh-TW': '{place} 要求轉往其他位址；為了安全不會跟隨，請直接填入最後的網址',
    en: '{place} redirects to another address, which is not followed. Enter the final one.',
  },
  'event_destination.answered': {
    'zh-TW': '{place} 回應 HTTP {status}',
    en: '{place} answered HTTP {status}.',
  },
  'event_destination.too_fast': {
    'zh-TW': '{place} 表示訊息太頻繁，稍後再送',
    en: '{place} says that messages come too fast; they are sent later.',
  },
  'event_destination.file': {
    'zh-TW': '無法寫入檔案 {place}：{reason}',
    en: 'The file {place} cannot be written: {reason}.',
  },
  'event_destination.mail_not_set': {
    'zh-TW': '尚未設定郵件伺服器，請先在系統設定完成郵件設定',
    en: 'No mail server is set. Set one up in the settings first.',
  },
  'event_destination.failed': {
    'zh-TW': '傳送失敗：{reason}',
    en: 'Sending failed: {reason}.',
  },
  'event.pull_off': {
    'zh-TW': '尚未開放程式讀取事件，請在系統設定的紀錄頁設定保留天數',
    en: 'Programs cannot fetch events: set for how many days they are kept on the log page of the settings.',
  },
  'session.events_waiting': {
    'zh-TW':
      '事件超過 {hours} 小時無法送達「{name}」，依設定暫停開啟新的連線。請管理員檢查事件轉送；已開啟的連線不受影響',
    en: 'Events have not reached “{name}” for more than {hours} hours, so no new sessions are opened. An administrator should look at event forwarding; open sessions go on.',
  },
} satisfies Record<string, Sentence>;

/** In messages that people read. */
export const EVENT_MESSAGE_WORDS = {
  line: { 'zh-TW': '{title}：{things}', en: '{title}: {things}' },
  more: { 'zh-TW': '另有 {count} 筆事件，請到 {product} 查看', en: '{count} more events; see {product}' },
  subjectOne: { 'zh-TW': '[{product}] {message}', en: '[{product}] {message}' },
  subjectMany: { 'zh-TW': '[{product}] {count} 筆事件', en: '[{product}] {count} events' },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'event-destination': { 'zh-TW': '事件目的地', en: 'Event destination' },
  'event-destination.created': { 'zh-TW': '新增事件目的地', en: 'Event destination added' },
  'event-destination.updated': { 'zh-TW': '變更事件目的地', en: 'Event destination changed' },
  'event-destination.deleted': { 'zh-TW': '刪除事件目的地', en: 'Event destination deleted' },
  'event-destination.tested': { 'zh-TW': '測試事件目的地', en: 'Event destination tested' },
  'event-destination.resent': { 'zh-TW': '重送未送達的事件', en: 'Undelivered events sent again' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'event-destination.created': ['system', 'configuration', 'creation', 'warning'],
  'event-destination.updated': ['system', 'configuration', 'change', 'warning'],
  'event-destination.deleted': ['system', 'configuration', 'deletion', 'warning'],
  'event-destination.tested': ['system', 'configuration', 'info', 'info'],
  'event-destination.resent': ['system', 'configuration', 'change', 'notice'],
} satisfies Record<string, EventRow>;
