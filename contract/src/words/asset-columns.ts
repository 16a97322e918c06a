/** The main columns, each with the names its header may have; the first in each language is what we write. */
export const ASSET_MAIN_COLUMNS = {
  name: ['name', '名稱', '資產名稱'],
  protocol: ['protocol', '協定', '通訊協定'],
  host: ['host', '主機', 'ip', 'hostname', 'address', '位址', 'IP 位址', '主機位址'],
  port: ['port', '連接埠', '埠號'],
  username: ['username', '帳號', 'user', '使用者', '使用者名稱'],
  password: ['password', '密碼'],
  privateKey: ['privateKey', '私密金鑰', 'private key', 'private_key', '金鑰'],
  passphrase: ['passphrase', '通行片語', '金鑰密碼'],
  credential: ['credential', '憑證', '授權憑證'],
  gateway: ['gateway', '存取閘道', '閘道', 'accessGateway'],
  description: ['description', '描述', '說明', '備註'],
  tags: ['tags', '標籤', 'tag'],
} as const satisfies Record<string, readonly string[]>;
