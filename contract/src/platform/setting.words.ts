import type { Sentence } from '../language.ts';
import type { EventRow } from './events/event-kind.ts';

export const ERRORS = {
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
} satisfies Record<string, Sentence>;

export const AUDIT = {
  mail: { 'zh-TW': '郵件', en: 'Mail' },
  setting: { 'zh-TW': '系統設定', en: 'Setting' },
  'setting.updated': { 'zh-TW': '修改系統設定', en: 'Settings changed' },
  'setting.mail-tested': { 'zh-TW': '寄送測試郵件', en: 'Test mail sent' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'setting.updated': ['system', 'configuration', 'change', 'notice'],
  'setting.mail-tested': ['system', 'configuration', 'info', 'info'],
} satisfies Record<string, EventRow>;
