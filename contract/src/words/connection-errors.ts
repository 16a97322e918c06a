import type { Sentence } from '../language.ts';

/** Of machines, the way to them, grants, imports and backups. */
export const CONNECTION_ERROR_WORDS = {
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
  'credential.use_forbidden': {
    'zh-TW': '沒有使用這個憑證的權限，請選擇自己的憑證，或請憑證的擁有者設定',
    en: 'You may not use this credential. Choose one of your own, or ask its owner.',
  },
  'credential.address_refused': {
    'zh-TW': '憑證「{name}」不可用於 {host}，請改用其他憑證，或調整憑證的可用位址',
    en: 'The credential {name} may not be used at {host}. Choose another, or change its addresses.',
  },
  'credential.secret_needed': {
    'zh-TW': '可用位址的範圍變大了，請重新輸入密碼或私密金鑰',
    en: 'The credential would be good for more addresses. Enter its password or private key again.',
  },
  'asset.secret_needed': {
    'zh-TW': '「{name}」的連線目的地或路徑已變更，請重新輸入密碼或金鑰；已儲存的只會用於原本的目的地',
    en: '{name} would lead elsewhere. Enter its password or key again; the stored one is only used for the place it was given for.',
  },
  'access_gateway.password_missing': {
    'zh-TW': '請輸入密碼',
    en: 'Enter the password.',
  },
  'access_gateway.password_needed': {
    'zh-TW': '主機位址或路徑已變更，請重新輸入密碼或私密金鑰；已儲存的只會用於原本的主機',
    en: 'The host or the way to it has changed. Enter the password or key again; the stored one is only used for the host it was given for.',
  },

  'host_key.owner_not_found': {
    'zh-TW': '找不到這個資產或存取閘道，可能已被刪除',
    en: 'There is no such asset or access gateway; it may have been deleted.',
  },
  'host_key.not_first': {
    'zh-TW': '比對期間，他人已確認這台主機的另一把主機金鑰，該金鑰仍然有效；請重新檢視後，再決定是否更換',
    en: 'A key was confirmed for this host while you compared, and it stays. Look at it before you replace it.',
  },
  'host_key.not_offered': {
    'zh-TW': '這個指紋不是目前的主機金鑰，請重新執行連線檢測後再比對',
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

  'user_import.changed': {
    'zh-TW': '預覽之後已有人新增了相同的帳號，資料未變更，請重新預覽',
    en: 'Somebody added one of these accounts since the preview. Nothing was changed; preview the file again.',
  },

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
    'zh-TW': '找不到這項授權政策，可能已被刪除',
    en: 'There is no such strategy; it may have been deleted.',
  },
  'strategy.name_taken': {
    'zh-TW': '已有名為「{name}」的授權政策，請換一個名稱',
    en: 'A strategy named “{name}” already exists. Choose another name.',
  },
  'strategy.in_use': {
    'zh-TW': '授權政策「{name}」仍有 {count} 筆授權使用（{grants}），請先改用其他授權政策再刪除',
    en: 'Strategy “{name}” is still used by {count} grants ({grants}). Move them to another strategy first.',
  },
  'strategy.reason_required': {
    'zh-TW': '不錄影時必須說明原因',
    en: 'Say why sessions are not recorded.',
  },
  'strategy.commands_required': {
    'zh-TW': '只允許列出的指令時，至少要列出一個指令',
    en: 'Where only listed commands are allowed, list at least one.',
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
      '指令過濾「{name}」仍有 {strategies} 項授權政策與 {grants} 筆授權使用（{names}），請先解除套用再刪除',
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

  'notice.not_found': {
    'zh-TW': '這則通知已經不在，或不能收起',
    en: 'This notice is gone, or cannot be dismissed',
  },
  'audit.archive_too_young': {
    'zh-TW': '只能封存 {days} 天以前的稽核紀錄',
    en: 'Only entries older than {days} days can be archived.',
  },
  'audit.archive_busy': {
    'zh-TW': '稽核紀錄正在封存中，請稍後再試',
    en: 'The audit log is being archived at this moment. Try again later.',
  },
  'audit.archive_not_found': { 'zh-TW': '找不到這份封存', en: 'There is no such archive.' },
  'audit.archive_elsewhere': {
    'zh-TW': '這份封存在伺服器「{server}」的磁碟上，請到該伺服器查看',
    en: 'This archive lies on the disk of the server “{server}”. Look at it there.',
  },
  'audit.archive_unreadable': {
    'zh-TW': '封存檔「{name}」無法讀取，可能已損毀或不見；請從備份還原這個檔案',
    en: 'The archive “{name}” cannot be read; it may be damaged or gone. Restore the file from a backup.',
  },
  'audit.chain_broken': {
    'zh-TW': '稽核紀錄從第 {seq} 筆起不完整，無法封存；請先查明原因',
    en: 'The audit log is broken at entry {seq} and cannot be archived. Find out why first.',
  },
  'command.not_found': {
    'zh-TW': '找不到這個指令，可能已被刪除',
    en: 'There is no such command; it may have been deleted.',
  },
  'command.too_many': {
    'zh-TW': '每人最多儲存 {limit} 個指令，請先刪除不再使用的指令',
    en: 'One person may save {limit} commands at most. Delete some that are no longer used.',
  },
  'command.too_much_text': {
    'zh-TW': '每人儲存的指令內容合計最多 {limit} 個字元，請先刪除或縮短其他指令',
    en: 'The commands of one person may have {limit} characters in all. Delete or shorten others first.',
  },

  'storage_log.not_found': {
    'zh-TW': '找不到這筆檔案操作紀錄，可能已被刪除',
    en: 'There is no such file log entry; it may have been deleted.',
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
} as const satisfies Record<string, Sentence>;
