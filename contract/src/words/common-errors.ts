import type { Sentence } from '../language.ts';

/** Of requests, sockets and files that are read in, whatever feature they are for. */
export const COMMON_ERRORS = {
  validation: {
    'zh-TW': '輸入的資料有誤：{first}',
    en: 'The input is not valid: {first}',
  },
  'body.not_json': {
    'zh-TW': '請求內容不是有效的 JSON，請檢查格式',
    en: 'The request body is not valid JSON. Check its format.',
  },
  'body.not_utf8': {
    'zh-TW': '請求內容不是有效的 UTF-8 文字，請改用 UTF-8 編碼',
    en: 'The request body is not valid UTF-8 text. Send it as UTF-8.',
  },
  'body.too_large': {
    'zh-TW': '請求內容超過上限（{limit}），請分批送出',
    en: 'The request body is larger than {limit}. Send it in parts.',
  },
  'metrics.token_required': {
    'zh-TW': '讀取監控指標需要權杖：請設定 JADEGATE_METRICS_TOKEN，並以 Authorization: Bearer 送出',
    en: 'Reading metrics needs a token: set JADEGATE_METRICS_TOKEN and send it as Authorization: Bearer.',
  },
  'body.too_complex': {
    'zh-TW': '請求內容的層級太深或項目太多（上限 {depth} 層、{values} 個值），請分批送出',
    en: 'The request body is too deep or has too many values (at most {depth} levels and {values} values). Send it in parts.',
  },
  'body.unsupported_type': {
    'zh-TW': '不支援的內容類型，請以 application/json 送出',
    en: 'Unsupported content type. Send application/json.',
  },
  'upload.expected': {
    'zh-TW': '請選擇要上傳的檔案（以 multipart/form-data 送出，檔案欄位名稱為 file）',
    en: 'Choose a file to upload (send multipart/form-data with the file in the field “file”).',
  },
  'upload.too_large': {
    'zh-TW': '檔案超過上限（{limit}），請改用較小的檔案',
    en: 'The file is larger than {limit}. Use a smaller one.',
  },
  'url.malformed': {
    'zh-TW': '網址格式不正確',
    en: 'The address is malformed.',
  },
  'route.not_found': {
    'zh-TW': '找不到這個介面',
    en: 'There is no such endpoint.',
  },
  'route.method_not_allowed': {
    'zh-TW': '這個介面不支援 {method}，可用的方法：{allowed}',
    en: 'This endpoint does not support {method}. It supports {allowed}.',
  },
  rate_limited: {
    'zh-TW': '請求過於頻繁，請在 {seconds} 秒後再試',
    en: 'Too many requests. Try again in {seconds} seconds.',
  },
  'open.calls': {
    'zh-TW': '同時進行的要求過多（上限 {limit} 個），請等前面的要求完成後再試',
    en: 'Too many requests at once (at most {limit}). Try again when some of them are answered.',
  },
  'open.transfers': {
    'zh-TW': '同時進行的檔案傳輸已達上限（{limit} 個），請等其中一個完成後再試',
    en: 'You have reached the limit of file transfers at once ({limit}). Try again when one of them is done.',
  },
  'open.watches': {
    'zh-TW': '同時觀看的工作階段已達上限（{limit} 個），請先關閉其中一個再試',
    en: 'You have reached the limit of sessions watched at once ({limit}). Close one of them and try again.',
  },
  internal: {
    'zh-TW': '伺服器發生未預期的錯誤，請稍後再試；若持續發生，請將要求編號 {requestId} 提供給管理員',
    en: 'Something unexpected happened on the server. Try again later; if it goes on, give request id {requestId} to your administrator.',
  },
  'database.unavailable': {
    'zh-TW': '目前無法連線到資料庫，資料未變更，請稍後再試',
    en: 'The database cannot be reached right now. Nothing was changed; try again later.',
  },
  'database.full': {
    'zh-TW': '伺服器磁碟空間不足，資料未變更，請通知管理員清理空間',
    en: 'The server is out of disk space. Nothing was changed; ask an administrator to free some.',
  },
  'server.stopping': {
    'zh-TW': '伺服器正在停止服務，請稍後再試',
    en: 'The server is stopping. Try again shortly.',
  },
  'server.lease_lost': {
    'zh-TW': '這台伺服器暫時與資料庫失去聯繫，不能開始新的工作，請稍後再試',
    en: 'This server has lost touch with the database and begins nothing new. Try again shortly.',
  },
  'peer.refused': {
    'zh-TW': '這個請求並非來自本系統的其他伺服器，已拒絕',
    en: 'This request does not come from another server of this installation and is refused.',
  },
  'peer.other_process': {
    'zh-TW': '這個請求要找的伺服器程序已經不在這裡，已拒絕',
    en: 'The server process that this request is meant for is no longer here; it is refused.',
  },
  'peer.time_unknown': {
    'zh-TW': '伺服器剛啟動，還無法與其他伺服器互通，請稍後再試',
    en: 'The server has just started and cannot talk to the others yet. Try again shortly.',
  },
  'peer.unreachable': {
    'zh-TW': '無法連上持有這個連線的伺服器 {server}，請稍後再試',
    en: 'The server {server}, which holds this session, cannot be reached. Try again shortly.',
  },
  'csv.not_utf8': {
    'zh-TW':
      '檔案不是 UTF-8 編碼（可能是 Big5 或 UTF-16）。請在試算表軟體另存為「CSV UTF-8」，或在文字編輯器以 UTF-8 編碼另存後再匯入',
    en: 'The file is not UTF-8 (it may be Big5 or UTF-16). Save it as “CSV UTF-8” in a spreadsheet program, or as UTF-8 in a text editor, and try again.',
  },
  'csv.empty': {
    'zh-TW': '檔案中沒有資料列，請在標題列下方填入資料',
    en: 'The file has no rows. Add some below the header.',
  },
  'csv.unreadable': {
    'zh-TW': '第 {line} 行無法讀取，請檢查引號與欄位數',
    en: 'Line {line} cannot be read. Check its quotes and the number of its columns.',
  },
  'csv.columns_missing': {
    'zh-TW': '標題列缺少必要欄位：{names}',
    en: 'The header lacks these columns: {names}.',
  },
  'csv.columns_unknown': {
    'zh-TW': '標題列有無法辨識的欄位：{names}；可用的欄位：{known}',
    en: 'The header has unknown columns: {names}. Known columns: {known}.',
  },
  'csv.columns_repeated': {
    'zh-TW': '標題列的欄位重複：{names}',
    en: 'The header repeats these columns: {names}.',
  },
  'csv.too_many_rows': {
    'zh-TW': '一次最多匯入 {limit} 列，請分成多個檔案',
    en: 'At most {limit} rows can be imported at once. Split the file.',
  },
  'socket.upgrade_required': {
    'zh-TW': '這個位址只接受 WebSocket 連線',
    en: 'This address takes WebSocket connections only.',
  },
  'origin.not_public': {
    'zh-TW':
      '即時連線被拒絕：您開啟的網址 {origin} 不在伺服器設定的公開網址（{expected}）之中。請改從公開網址開啟，或請管理員把 {origin} 加入 JADEGATE_PUBLIC_URL 後重新啟動',
    en: 'The live connection was refused: you opened {origin}, which is not among the public addresses of this server ({expected}). Open a public address, or ask the administrator to add {origin} to JADEGATE_PUBLIC_URL and restart.',
  },
  'origin.mismatch': {
    'zh-TW':
      '即時連線被拒絕：您開啟的網址是 {origin}，但傳到伺服器的卻是 {expected}。請管理員設定 JADEGATE_PUBLIC_URL={origin} 後重新啟動，或讓反向代理原樣傳遞 Host（nginx：proxy_set_header Host $http_host;）',
    en: 'The live connection was refused: you opened {origin}, but the server was asked for {expected}. The administrator should set JADEGATE_PUBLIC_URL={origin} and restart, or have the reverse proxy pass on Host unchanged (nginx: proxy_set_header Host $http_host;).',
  },
  'socket.origin_refused': {
    'zh-TW': '連線來源不是本站，已拒絕',
    en: 'The connection does not come from this site and was refused.',
  },
} satisfies Record<string, Sentence>;
