import type { ErrorCode } from '../error.ts';
import type { Sentence } from '../language.ts';

/** What happened, why, and what to do next. */
export const ERROR_WORDS: Record<ErrorCode, Sentence> = {
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

  'auth.required': {
    'zh-TW': '尚未登入或登入已逾期，請重新登入',
    en: 'You are not signed in, or your login has expired. Sign in again.',
  },
  'auth.step_pending': {
    'zh-TW': '登入尚未完成，請先變更一次性密碼',
    en: 'Your login is not complete. Change the one-time password first.',
  },
  'auth.enrolment_pending': {
    'zh-TW': '登入尚未完成，請先設定兩步驟驗證',
    en: 'Your login is not complete. Set up two-step verification first.',
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
    'zh-TW': '登入失敗次數過多，請在 {seconds} 秒後再試',
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
    'zh-TW': '密碼不可與帳號相同',
    en: 'The password must not be the username.',
  },
  'password.breached': {
    'zh-TW': '這個密碼曾經外洩或過於常見，很容易被猜中，請換一個',
    en: 'This password has leaked before or is too common, and is easy to guess. Choose another.',
  },

  'setting.mail_password_needed': {
    'zh-TW': '郵件伺服器已變更，請重新輸入密碼，以免原有的密碼被送往其他伺服器',
    en: 'The mail server has changed. Enter the password again, so that the stored one is not sent to another server.',
  },
  'mail.not_set': {
    'zh-TW': '郵件設定不完整，請填寫郵件伺服器與寄件者',
    en: 'The mail settings are incomplete. Fill in the server and the sender.',
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
    'zh-TW': '郵件伺服器拒絕登入，請檢查使用者名稱與密碼',
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
  'user.outranked': {
    'zh-TW': '「{name}」擁有您沒有的權限，請由權限更完整的管理員操作',
    en: '“{name}” holds rights that you do not. Ask an administrator who holds them.',
  },
  'user.grant_exceeds': {
    'zh-TW': '不能授予自己沒有的權限（{menus}）',
    en: 'You cannot grant rights that you do not hold ({menus}).',
  },
  'user.self_refused': {
    'zh-TW': '不能停用或刪除自己，請由其他管理員操作',
    en: 'You cannot disable or delete yourself. Ask another administrator.',
  },
  'user.first_admin_protected': {
    'zh-TW': '第一位管理員不能停用、刪除或改為一般使用者',
    en: 'The first administrator cannot be disabled, deleted or made an ordinary user.',
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

  'login_policy.not_found': {
    'zh-TW': '找不到這筆登入政策，可能已被刪除',
    en: 'There is no such login policy; it may have been deleted.',
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

  'authorised.not_found': {
    'zh-TW': '找不到這筆授權，可能已被撤銷',
    en: 'There is no such grant; it may have been revoked.',
  },
  'authorised.reference_gone': {
    'zh-TW': '所選的對象剛被刪除，授權未儲存，請重新整理後再試',
    en: 'Something that was chosen has just been deleted. Nothing was granted; reload and try again.',
  },
  'authorised.ends_in_past': {
    'zh-TW': '結束時間已過，授權不會生效，請選擇未來的時間',
    en: 'That end has passed already, so the grant would never count. Choose a time in the future.',
  },

  'credential.not_found': {
    'zh-TW': '找不到這筆憑證，可能已被刪除',
    en: 'There is no such credential; it may have been deleted.',
  },
  'credential.name_taken': {
    'zh-TW': '已有名為「{name}」的憑證，請換一個名稱',
    en: 'A credential named “{name}” already exists. Choose another name.',
  },
  'credential.in_use': {
    'zh-TW': '憑證「{name}」仍有 {count} 個資產使用（{assets}），請先改用其他憑證再刪除',
    en: 'Credential “{name}” is still used by {count} assets ({assets}). Move them to another credential first.',
  },
  'credential.key_missing': {
    'zh-TW': '請提供私密金鑰',
    en: 'Provide a private key.',
  },
  'credential.key_unreadable': {
    'zh-TW': '無法辨識這把私密金鑰，請貼上完整的 OpenSSH、PEM 或 PuTTY 格式內容',
    en: 'This private key cannot be read. Paste the whole text in OpenSSH, PEM or PuTTY format.',
  },
  'credential.passphrase_required': {
    'zh-TW': '這把私密金鑰有通行片語保護，請輸入通行片語',
    en: 'This private key is protected. Enter its passphrase.',
  },
  'credential.passphrase_wrong': {
    'zh-TW': '通行片語不正確，無法解開私密金鑰',
    en: 'The passphrase is wrong; the private key cannot be opened.',
  },
  'credential.no_public_key': {
    'zh-TW': '這筆憑證不是私密金鑰，沒有公開金鑰可下載',
    en: 'This credential is not a private key, so there is no public key to download.',
  },

  'access_gateway.not_found': {
    'zh-TW': '找不到這個存取閘道，可能已被刪除',
    en: 'There is no such access gateway; it may have been deleted.',
  },
  'access_gateway.name_taken': {
    'zh-TW': '已有名為「{name}」的存取閘道，請換一個名稱',
    en: 'There already is an access gateway called “{name}”. Choose another name.',
  },
  'access_gateway.in_use': {
    'zh-TW': '存取閘道「{name}」使用中，無法刪除：{users}（共 {count} 項）',
    en: 'Access gateway “{name}” is in use and cannot be deleted: {users} ({count} in total).',
  },
  'access_gateway.cycle': {
    'zh-TW': '上層閘道會繞回這個閘道本身，請選擇其他閘道',
    en: 'This way would lead back to the gateway itself. Choose another gateway.',
  },
  'access_gateway.too_deep': {
    'zh-TW': '存取閘道最多串接 {limit} 層',
    en: 'At most {limit} access gateways can be chained.',
  },
  'access_gateway.password_missing': {
    'zh-TW': '請輸入密碼',
    en: 'Enter the password.',
  },
  'access_gateway.password_needed': {
    'zh-TW': '主機位址已變更，請重新輸入密碼；已儲存的密碼只會送給原本的主機',
    en: 'The host has changed. Enter the password again; the stored one is only sent to the host it was given for.',
  },

  'host_key.owner_not_found': {
    'zh-TW': '找不到這個資產或存取閘道，可能已被刪除',
    en: 'There is no such asset or access gateway; it may have been deleted.',
  },
  'host_key.not_offered': {
    'zh-TW': '這個指紋不是主機目前提供的金鑰，請重新測試後再比對',
    en: 'This is not the fingerprint the host offers now. Test again and compare.',
  },

  'asset.not_found': {
    'zh-TW': '找不到這個資產，可能已被刪除',
    en: 'There is no such asset; it may have been deleted.',
  },
  'asset.credential_unfit': {
    'zh-TW': '憑證「{credential}」不適用於資產「{name}」：私密金鑰只能用於 SSH，Kubernetes 資產不使用憑證',
    en: 'Credential “{credential}” does not fit asset “{name}”: private keys are for SSH only, and Kubernetes assets use none.',
  },
  'asset.too_many_tags': {
    'zh-TW': '資產「{name}」的標籤將超過 {limit} 個，請先移除不需要的標籤',
    en: 'Asset “{name}” would have more than {limit} tags. Remove some first.',
  },

  'backup.needs_every_right': {
    'zh-TW': '備份檔包含所有設定與機密，只有擁有全部權限的管理員可以匯出或還原',
    en: 'A backup holds every setting and secret. Only an administrator with every right can export or restore it.',
  },
  'backup.busy': {
    'zh-TW': '另一項備份或還原作業正在進行，請稍後再試',
    en: 'Another backup or restore is under way. Try again shortly.',
  },
  'backup.not_a_backup': {
    'zh-TW': '這不是 Jadegate 備份檔，或檔案開頭已損毀，請選擇 .jgb 檔案',
    en: 'This is not a Jadegate backup, or its beginning is damaged. Choose a .jgb file.',
  },
  'backup.newer': {
    'zh-TW': '此備份檔由較新的版本（{product}）產生，請先將本系統升級',
    en: 'This backup was made by a newer release ({product}). Upgrade this system first.',
  },
  'backup.passphrase_wrong': {
    'zh-TW': '通行片語不正確，或檔案開頭已損毀，資料未變更',
    en: 'The passphrase is wrong, or the beginning of the file is damaged. Nothing was changed.',
  },
  'backup.damaged': {
    'zh-TW': '通行片語正確，但檔案內容已損毀或不完整，請改用另一份備份',
    en: 'The passphrase is right, but the content of the file is damaged or cut off. Use another copy.',
  },
  'backup.too_large': {
    'zh-TW': '設定資料超過備份檔可容納的大小，請改以資料庫工具備份',
    en: 'There is more configuration than a backup file can hold. Back up the database itself instead.',
  },
  'backup.invalid': {
    'zh-TW': '備份檔的內容不正確（{place}），資料未變更',
    en: 'The content of the backup is not valid ({place}). Nothing was changed.',
  },
  'backup.name_protected': {
    'zh-TW': '備份檔中的「{name}」與本系統受保護的項目同名，無法還原，資料未變更',
    en: '“{name}” in the backup has the name of something protected here and cannot be restored. Nothing was changed.',
  },

  'user_import.changed': {
    'zh-TW': '預覽之後已有人新增了相同的帳號，資料未變更，請重新預覽',
    en: 'Somebody added one of these accounts since the preview. Nothing was changed; preview the file again.',
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

  'strategy.not_found': {
    'zh-TW': '找不到這項授權策略，可能已被刪除',
    en: 'There is no such strategy; it may have been deleted.',
  },
  'strategy.name_taken': {
    'zh-TW': '已有名為「{name}」的授權策略，請換一個名稱',
    en: 'A strategy named “{name}” already exists. Choose another name.',
  },
  'strategy.in_use': {
    'zh-TW': '授權策略「{name}」仍有 {count} 筆授權使用（{grants}），請先改用其他授權策略再刪除',
    en: 'Strategy “{name}” is still used by {count} grants ({grants}). Move them to another strategy first.',
  },
  'strategy.reason_required': {
    'zh-TW': '不錄影時必須說明原因',
    en: 'Say why sessions are not recorded.',
  },

  'command_filter.not_found': {
    'zh-TW': '找不到這項指令過濾，可能已被刪除',
    en: 'There is no such command filter; it may have been deleted.',
  },
  'command_filter.name_taken': {
    'zh-TW': '已有名為「{name}」的指令過濾，請換一個名稱',
    en: 'A command filter named “{name}” already exists. Choose another name.',
  },
  'command_filter.in_use': {
    'zh-TW':
      '指令過濾「{name}」仍有 {strategies} 項授權策略與 {grants} 筆授權使用（{names}），請先解除套用再刪除',
    en: 'Command filter “{name}” is still used by {strategies} strategies and {grants} grants ({names}). Take it out of them first.',
  },
  'command_filter.too_many_rules': {
    'zh-TW': '一項指令過濾最多 {limit} 條規則，請先刪除不再使用的規則',
    en: 'A command filter can have at most {limit} rules. Delete one you no longer use first.',
  },
  'command_filter.too_complex': {
    'zh-TW': '這項指令過濾的正規表示式合計過於複雜，會拖慢終端機，請簡化或刪除部分規則',
    en: 'The expressions of this command filter are too complex together and would slow terminals down. Simplify or delete some.',
  },
  'command_filter_rule.not_found': {
    'zh-TW': '找不到這條規則，可能已被刪除',
    en: 'There is no such rule; it may have been deleted.',
  },
  'command_filter_rule.pattern_refused': {
    'zh-TW': '正規表示式不支援反向參照（如 \\1）與環視（如 (?=…)、(?<!…)），請改寫',
    en: 'Expressions cannot use back-references (such as \\1) or look-around (such as (?=…) or (?<!…)). Rewrite it.',
  },
  'command_filter_rule.pattern_broken': {
    'zh-TW': '正規表示式有誤，請檢查「{part}」',
    en: 'The expression is not valid. Check “{part}”.',
  },
  'command_filter_rule.pattern_too_complex': {
    'zh-TW': '正規表示式過於複雜，請減少重複次數或拆成多條規則',
    en: 'The expression is too complex. Use smaller repeat counts or split it into several rules.',
  },
  'command_filter_rule.no_words': {
    'zh-TW': '內容只有空白或引號，沒有可比對的文字',
    en: 'There is nothing to compare with: only spaces or quotes.',
  },

  'command.not_found': {
    'zh-TW': '找不到這個指令，可能已被刪除',
    en: 'There is no such command; it may have been deleted.',
  },

  'session.not_found': { 'zh-TW': '找不到這個連線', en: 'There is no such session.' },
  'session.over': {
    'zh-TW': '這個連線已經結束，請重新開啟',
    en: 'This session is over. Open a new one.',
  },
  'session.live': {
    'zh-TW': '連線仍在進行中，請先中斷再刪除',
    en: 'The session is still live. Disconnect it before deleting it.',
  },
  'session.too_many': {
    'zh-TW': '同時開啟的連線已達上限（{limit} 個），請先關閉其他連線',
    en: 'There may be no more than {limit} sessions at a time. Close another first.',
  },
  'session.no_recording': {
    'zh-TW': '這個連線沒有錄影',
    en: 'This session was not recorded.',
  },
  'socket.upgrade_required': {
    'zh-TW': '這個位址只接受 WebSocket 連線',
    en: 'This address takes WebSocket connections only.',
  },
  'socket.origin_refused': {
    'zh-TW': '連線來源不是本站，已拒絕',
    en: 'The connection does not come from this site and was refused.',
  },
};
