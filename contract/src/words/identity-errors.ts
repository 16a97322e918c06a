import type { Sentence } from '../language.ts';

/** Of the door, people, roles and settings. */
export const IDENTITY_ERROR_WORDS = {
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
  'server.not_found': {
    'zh-TW': '找不到這台伺服器，它可能已經停止',
    en: 'There is no such server; it may have stopped.',
  },
  'work.not_found': {
    'zh-TW': '找不到這項工作，它可能已經結束',
    en: 'There is no such work; it may be over.',
  },
  'work.not_cancellable': {
    'zh-TW': '這種工作不能取消，中途停止會讓主機或虛擬機處於不明的狀態',
    en: 'Work of this kind cannot be cancelled: stopped halfway, it would leave a machine in an unknown state.',
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
  'session.end_unconfirmed': {
    'zh-TW':
      '開啟這個連線的伺服器 {server} 沒有回應，無法確認連線已中斷。它與其他伺服器失去聯繫一分鐘後，會自行中斷所有連線',
    en: 'The server {server}, which had this session open, does not answer, so it is not certain that the session has ended. It ends all of its sessions by itself after a minute out of touch with the others.',
  },

  'auth.required': {
    'zh-TW': '尚未登入或登入已逾期，請重新登入',
    en: 'You are not signed in, or your login has expired. Sign in again.',
  },
  'auth.step_pending': {
    'zh-TW': '登入尚未完成，請先到個人中心變更一次性密碼',
    en: 'Your login is not complete. Change the one-time password first, in your personal centre.',
  },
  'auth.enrolment_pending': {
    'zh-TW': '登入尚未完成，請先到個人中心設定兩步驟驗證',
    en: 'Your login is not complete. Set up two-step verification first, in your personal centre.',
  },
  'auth.ticket_invalid': {
    'zh-TW': '連結已失效，請回到頁面重新操作',
    en: 'This link is no longer valid. Go back to the page and try again.',
  },
  'auth.forbidden': {
    'zh-TW': '沒有執行這項操作的權限，如有需要請聯絡管理員',
    en: 'You do not have permission to do this. Ask an administrator if you need it.',
  },
  'auth.interactive_only': {
    'zh-TW': '這項操作不接受存取權杖，請本人登入後操作',
    en: 'Access tokens cannot do this. Sign in yourself.',
  },
  'auth.policy_refused': {
    'zh-TW': '登入政策不允許從這個位址或在這個時間使用存取權杖，請聯絡管理員',
    en: 'The login policy does not allow access tokens from this address or at this time. Contact an administrator.',
  },
  'auth.reauthentication_required': {
    'zh-TW': '請再次輸入密碼或驗證碼，以確認身分',
    en: 'Enter your password or a code again to confirm it is you.',
  },
  'auth.reauthentication_failed': {
    'zh-TW': '身分驗證失敗，密碼或驗證碼不正確',
    en: 'Could not confirm it is you: the password or code is wrong.',
  },
  'login.failed': {
    'zh-TW': '帳號或密碼不正確',
    en: 'The account or password is wrong.',
  },
  'login.disabled': {
    'zh-TW': '此帳號已停用，請聯絡管理員',
    en: 'This account is disabled. Contact an administrator.',
  },
  'login.locked': {
    'zh-TW': '失敗次數過多，請在 {seconds} 秒後再試',
    en: 'Too many failed attempts. Try again in {seconds} seconds.',
  },
  'login.policy_refused': {
    'zh-TW': '登入政策不允許從這個位址或在這個時間登入，請聯絡管理員',
    en: 'The login policy does not allow this address or this time. Contact an administrator.',
  },
  'login.totp_required': {
    'zh-TW': '請輸入驗證碼或復原碼',
    en: 'Enter a code or a recovery code.',
  },
  'login.totp_wrong': {
    'zh-TW': '驗證碼不正確或已使用過，請等待下一組驗證碼',
    en: 'The code is wrong or was already used. Wait for the next one.',
  },
  'login.not_found': {
    'zh-TW': '找不到這筆登入，可能已經結束',
    en: 'There is no such login; it may have ended.',
  },

  'account.password_wrong': {
    'zh-TW': '目前的密碼不正確',
    en: 'The current password is wrong.',
  },
  'account.password_unchanged': {
    'zh-TW': '新密碼不可與目前的密碼相同',
    en: 'The new password must differ from the current one.',
  },
  'account.kept_elsewhere': {
    'zh-TW': '這個帳號的資料由外部系統管理，請在該系統變更，或洽管理員',
    en: 'This account is kept in another system. Change it there, or ask your administrator.',
  },
  'account.factor_required': {
    'zh-TW': '請輸入目前的驗證碼或復原碼以確認身分，只有密碼並不足夠',
    en: 'Confirm with a current code or a recovery code. The password alone is not enough.',
  },
  'account.totp_off': {
    'zh-TW': '尚未啟用兩步驟驗證',
    en: 'Two-step verification is not on.',
  },
  'account.totp_lapsed': {
    'zh-TW': '這組設定已失效，請重新產生 QR Code 再試一次',
    en: 'This set-up is no longer valid. Make a new QR code and try again.',
  },
  'account.totp_compulsory': {
    'zh-TW': '系統規定您的帳號必須啟用兩步驟驗證，無法停用；需要更換裝置時請重新綁定',
    en: 'Your account must keep two-step verification on. To move to another device, bind it again.',
  },

  'access_token.not_found': {
    'zh-TW': '找不到這個存取權杖，可能已撤銷',
    en: 'There is no such access token; it may have been revoked.',
  },
  'access_token.name_taken': {
    'zh-TW': '已有名為「{name}」的存取權杖，請換一個名稱',
    en: 'An access token named “{name}” already exists. Choose another name.',
  },
  'access_token.too_many': {
    'zh-TW': '存取權杖最多 {limit} 個，請先撤銷不再使用的權杖',
    en: 'You can have at most {limit} access tokens. Revoke one you no longer use first.',
  },

  'password.too_short': {
    'zh-TW': '密碼至少需要 {min} 個字元',
    en: 'The password must have at least {min} characters.',
  },
  'password.is_username': {
    'zh-TW': '密碼不可與帳號相同，前後加上數字或符號也不行',
    en: 'The password must not be the username, also not with digits or signs around it.',
  },
  'password.is_product_name': {
    'zh-TW': '密碼不可以是產品名稱，前後加上數字或符號也不行，請換一個',
    en: 'The password must not be the name of the product, also not with digits or signs around it. Choose another.',
  },
  'password.too_simple': {
    'zh-TW':
      '密碼太簡單：字元太少變化、一直重複同一小段，或是照順序排列（例如 aaaaaaaaaa、abcabcabc、1234567890），請換一個',
    en: 'The password is too simple: too few different characters, one short piece again and again, or characters in order (such as aaaaaaaaaa, abcabcabc, 1234567890). Choose another.',
  },
  'password.breached': {
    'zh-TW': '這個密碼曾經外洩或過於常見，很容易被猜中，請換一個',
    en: 'This password has leaked before or is too common, and is easy to guess. Choose another.',
  },

  'setting.mail_password_needed': {
    'zh-TW': '郵件伺服器、連接埠或加密方式已變更，請重新輸入密碼，以免原有的密碼被送往別處或以明文傳送',
    en: 'The mail server, its port or the encryption has changed. Enter the password again, so that the stored one is not sent elsewhere or in clear.',
  },
  'mail.not_set': {
    'zh-TW': '郵件設定不完整，請填寫郵件伺服器與寄件者',
    en: 'The mail settings are incomplete. Fill in the server and the sender.',
  },
  'mail.own_part': {
    'zh-TW': '{host}:{port} 是 Jadegate 自己使用的位址，不是郵件伺服器，請填寫其他位址',
    en: '{host}:{port} belongs to Jadegate itself and is no mail server. Enter another address.',
  },
  'mail.unknown_host': {
    'zh-TW': '找不到郵件伺服器 {host}，請檢查主機名稱與 DNS',
    en: 'The mail server {host} is unknown. Check its name and DNS.',
  },
  'mail.connection_refused': {
    'zh-TW': '{host}:{port} 拒絕連線，請檢查連接埠，並確認郵件伺服器已啟動',
    en: '{host}:{port} refused the connection. Check the port, and that the mail server is running.',
  },
  'mail.timed_out': {
    'zh-TW': '連線到 {host}:{port} 逾時，請檢查連接埠、加密方式與防火牆',
    en: 'Connecting to {host}:{port} timed out. Check the port, the encryption and firewalls.',
  },
  'mail.certificate_untrusted': {
    'zh-TW':
      '{host} 的 TLS 憑證不受信任，請改用受信任的 TLS 憑證，或以 NODE_EXTRA_CA_CERTS 加入貴單位的憑證授權單位',
    en: 'The TLS certificate of {host} is not trusted. Use a trusted one, or add your own authority with NODE_EXTRA_CA_CERTS.',
  },
  'mail.tls_failed': {
    'zh-TW': '無法與 {host}:{port} 建立加密連線，請檢查加密方式與連接埠是否相符',
    en: 'No encrypted connection to {host}:{port} could be made. Check that the encryption fits the port.',
  },
  'mail.login_refused': {
    'zh-TW': '郵件伺服器拒絕登入，請檢查帳號與密碼',
    en: 'The mail server refused the login. Check the user name and the password.',
  },
  'mail.sender_refused': {
    'zh-TW': '郵件伺服器拒絕這個寄件者，請檢查寄件者地址',
    en: 'The mail server refused the sender. Check the sender’s address.',
  },
  'mail.recipient_refused': {
    'zh-TW': '郵件伺服器拒絕收件者 {to}，請檢查收件地址',
    en: 'The mail server refused the recipient {to}. Check the address.',
  },
  'mail.failed': {
    'zh-TW': '郵件無法寄出，伺服器回應：{answer}',
    en: 'The letter could not be sent. The server said: {answer}',
  },

  'branding.no_logo': {
    'zh-TW': '尚未設定標誌',
    en: 'No logo has been set.',
  },
  'branding.not_an_image': {
    'zh-TW': '標誌必須是 PNG、JPEG 或 WebP 圖片',
    en: 'The logo must be a PNG, JPEG or WebP picture.',
  },
  'branding.image_too_large': {
    'zh-TW': '圖片超過上限（{limit}），請縮小後再試',
    en: 'The picture is larger than {limit}. Make it smaller.',
  },

  'user.not_found': {
    'zh-TW': '找不到這位使用者，可能已被刪除',
    en: 'There is no such user; it may have been deleted.',
  },

  'user.username_taken': {
    'zh-TW': '帳號「{username}」已有人使用，請換一個',
    en: 'The account name “{username}” is taken. Choose another.',
  },
  'user.self_refused': {
    'zh-TW': '不能停用或刪除自己，請由其他管理員操作',
    en: 'You cannot disable or delete yourself. Ask another administrator.',
  },
  'user.first_admin_protected': {
    'zh-TW': '第一位管理員不能停用、刪除或改為一般使用者',
    en: 'The first administrator cannot be disabled, deleted or made an ordinary user.',
  },
  'user.own_mail': {
    'zh-TW': '自己的電子郵件請到「個人中心」變更，變更前會再確認身分',
    en: 'Change your own mail address on your profile page, where you confirm who you are.',
  },
  'user.own_login': {
    'zh-TW': '自己的密碼與兩步驟驗證請到「個人中心」變更，變更前會再確認身分',
    en: 'Change your own password and second factor on your profile page, where you confirm who you are.',
  },

  'role.not_found': {
    'zh-TW': '找不到這個角色，可能已被刪除',
    en: 'There is no such role; it may have been deleted.',
  },
  'role.built_in': {
    'zh-TW': '內建角色「{name}」不能修改或刪除，可以另外新增角色',
    en: 'The built-in role “{name}” cannot be changed or deleted. Make a new one instead.',
  },
  'role.name_taken': {
    'zh-TW': '已有名為「{name}」的角色，請換一個名稱',
    en: 'A role named “{name}” already exists. Choose another name.',
  },

  'user_group.not_found': {
    'zh-TW': '找不到這個使用者群組，可能已被刪除',
    en: 'There is no such user group; it may have been deleted.',
  },
  'user_group.name_taken': {
    'zh-TW': '已有名為「{name}」的使用者群組，請換一個名稱',
    en: 'A user group named “{name}” already exists. Choose another name.',
  },

  'login_log.live': {
    'zh-TW': '其中有仍在使用中的登入，請先強制登出再刪除',
    en: 'Some of these logins are still live. End them before you delete their entries.',
  },

  'login_log.not_found': {
    'zh-TW': '找不到這筆登入紀錄，可能已被刪除',
    en: 'There is no such login entry; it may have been deleted.',
  },
  'login_policy.not_found': {
    'zh-TW': '找不到這筆登入政策，可能已被刪除',
    en: 'There is no such login policy; it may have been deleted.',
  },
  'login_policy.locks_out': {
    'zh-TW':
      '這樣一來，您自己就無法從目前的位址 {address} 登入，因此沒有變更；請由其他管理員操作，或先調整政策的位址與時段',
    en: 'You yourself could no longer sign in from your address {address}, so nothing was changed. Let another administrator do it, or change the addresses and times of the policy first.',
  },

  'access_security.not_found': {
    'zh-TW': '找不到這筆存取規則，可能已被刪除',
    en: 'There is no such access rule; it may have been deleted.',
  },
  'access_security.refused': {
    'zh-TW': '不允許從這個位址存取，請聯絡管理員',
    en: 'Access from this address is not allowed. Contact an administrator.',
  },
  'access_security.locks_out': {
    'zh-TW': '儲存後，您目前的位址 {address} 將無法存取，請確認後再儲存',
    en: 'After this change your own address {address} would be shut out. Confirm to save it anyway.',
  },
  'access_security.delete_locks_out': {
    'zh-TW': '刪除後，您目前的位址 {address} 將無法存取，請確認後再刪除',
    en: 'After this deletion your own address {address} would be shut out. Confirm to delete it anyway.',
  },
} as const satisfies Record<string, Sentence>;
