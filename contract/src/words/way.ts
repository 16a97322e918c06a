import type { Sentence } from '../language.ts';

/** Why a machine could not be reached, or that it was. `{hop}` counts gateways from our end. */
export const WAY_WORDS = {
  ok: { 'zh-TW': '連線正常', en: 'Reachable' },
  own_part: {
    'zh-TW': '{host}:{port} 是 Jadegate 自己使用的位址，不允許連線',
    en: '{host}:{port} belongs to Jadegate itself. Connections to it are not allowed',
  },
  dns: { 'zh-TW': '找不到主機名稱「{host}」', en: 'The host name “{host}” cannot be resolved' },
  refused: {
    'zh-TW': '{host} 的連接埠 {port} 拒絕連線',
    en: '{host} refuses connections on port {port}',
  },
  unreachable: { 'zh-TW': '網路無法到達 {host}', en: 'The network does not lead to {host}' },
  timeout: { 'zh-TW': '{host} 的連接埠 {port} 逾時沒有回應', en: '{host} does not answer on port {port}' },
  aborted: { 'zh-TW': '檢查已中止', en: 'The check was stopped' },
  socks_connect: {
    'zh-TW': '無法連上 SOCKS5 代理伺服器：{reason}',
    en: 'The SOCKS5 proxy cannot be reached: {reason}',
  },
  socks_refused: {
    'zh-TW': 'SOCKS5 代理伺服器無法連到 {host}:{port}：{reason}',
    en: 'The SOCKS5 proxy does not reach {host}:{port}: {reason}',
  },
  socks_auth: {
    'zh-TW': 'SOCKS5 代理伺服器拒絕登入，請檢查帳號與密碼',
    en: 'The SOCKS5 proxy refuses the login. Check its user name and password',
  },
  gateway_connect: {
    'zh-TW': '無法連上存取閘道「{name}」（第 {hop} 層）：{reason}',
    en: 'Gateway “{name}” (hop {hop}) cannot be reached: {reason}',
  },
  gateway_lost: {
    'zh-TW': '存取閘道「{name}」（第 {hop} 層）的連線中斷',
    en: 'The connection to gateway “{name}” (hop {hop}) was lost',
  },
  gateway_timeout: {
    'zh-TW': '經由存取閘道「{name}」（第 {hop} 層）連線逾時',
    en: 'No answer in time at gateway “{name}” (hop {hop})',
  },
  gateway_auth: {
    'zh-TW': '存取閘道「{name}」（第 {hop} 層）拒絕登入，請檢查帳號與密碼或私密金鑰',
    en: 'Gateway “{name}” (hop {hop}) refuses the login. Check its user name and password or key',
  },
  gateway_host_key_unknown: {
    'zh-TW': '存取閘道「{name}」（第 {hop} 層）的主機金鑰尚未確認，請先測試這個閘道',
    en: 'The host key of gateway “{name}” (hop {hop}) is not known yet. Test the gateway first',
  },
  gateway_host_key_changed: {
    'zh-TW': '存取閘道「{name}」（第 {hop} 層）的主機金鑰已變更，連線已阻擋；請比對指紋後再接受',
    en: 'The host key of gateway “{name}” (hop {hop}) has changed. Connections are blocked until it is accepted',
  },
  gateway_forward_refused: {
    'zh-TW': '存取閘道「{name}」（第 {hop} 層）無法連到 {host}:{port}：{reason}',
    en: 'Gateway “{name}” (hop {hop}) does not lead to {host}:{port}: {reason}',
  },
  gateway_missing: { 'zh-TW': '存取閘道已不存在', en: 'The access gateway no longer exists' },
  silent: {
    'zh-TW': '連接埠有開啟，但 {protocol} 服務沒有回應',
    en: 'The port is open, but no {protocol} service answers',
  },
  wrong_banner: {
    'zh-TW': '連接埠有回應，但不是 {protocol} 服務',
    en: 'Something answers on the port, but it is not {protocol}',
  },
  closed: { 'zh-TW': '連線建立後立即被關閉', en: 'The connection was closed at once' },
  handshake: {
    'zh-TW': 'SSH 交握失敗，可能沒有共同支援的演算法',
    en: 'The SSH handshake failed; perhaps no algorithm is shared',
  },
  host_key_changed: {
    'zh-TW': '主機金鑰已變更，連線已阻擋；請比對指紋後再接受',
    en: 'The host key has changed. Connections are blocked until it is accepted',
  },
  no_certificate: {
    'zh-TW': '這台主機只提供傳統 RDP 加密（沒有 TLS），無法以憑證確認身分',
    en: 'This host offers only classic RDP security (no TLS), so no certificate proves who it is',
  },
  certificate_unknown: {
    'zh-TW': '這台主機的憑證尚未確認',
    en: 'The certificate of this host has not been confirmed yet',
  },
  certificate_changed: {
    'zh-TW': '遠端桌面的憑證已變更，連線已阻擋；請比對指紋後再接受',
    en: 'The certificate of the remote desktop has changed. Connections are blocked until it is accepted',
  },
  certificate_gone: {
    'zh-TW': '遠端桌面原本有憑證，現在只提供傳統 RDP 加密，無法確認是同一台主機，連線已阻擋',
    en: 'The remote desktop had a certificate and now offers only classic RDP security, so nothing proves that it is the same host. Connections are blocked',
  },
  certificate_unreadable: {
    'zh-TW': '無法讀取遠端桌面的憑證，TLS 交握失敗',
    en: 'The certificate of the remote desktop could not be read: the TLS handshake failed',
  },
  vnc_security: {
    'zh-TW': '這台 VNC 主機只提供 guacd 不支援的登入方式（{types}）',
    en: 'This VNC host offers only kinds of login that guacd does not know ({types})',
  },
  vnc_refused: {
    'zh-TW': 'VNC 主機目前拒絕連線，可能是登入失敗次數過多',
    en: 'The VNC host takes no connections now, perhaps after too many failed logins',
  },
  vnc_no_password: {
    'zh-TW': '這台 VNC 主機不要求密碼，任何能連到這個連接埠的人都能使用',
    en: 'This VNC host asks for no password: whoever reaches its port can use it',
  },
  failed: { 'zh-TW': '檢查時發生錯誤', en: 'The check itself failed' },
} as const satisfies Record<string, Sentence>;
export type WayKind = keyof typeof WAY_WORDS;

/** The part after the colon. */
export const WAY_REASON_WORDS = {
  own_part: { 'zh-TW': '這個位址是 Jadegate 自己使用的', en: 'the address belongs to Jadegate itself' },
  dns: { 'zh-TW': '找不到主機名稱', en: 'its name cannot be resolved' },
  refused: { 'zh-TW': '拒絕連線', en: 'connection refused' },
  unreachable: { 'zh-TW': '網路無法到達', en: 'no route to it' },
  timeout: { 'zh-TW': '逾時沒有回應', en: 'no answer in time' },
  aborted: { 'zh-TW': '已中止', en: 'stopped' },
  closed: { 'zh-TW': '連線被關閉', en: 'the connection was closed' },
  handshake: { 'zh-TW': 'SSH 交握失敗', en: 'the SSH handshake failed' },
  prohibited: { 'zh-TW': '閘道不允許轉送連線', en: 'it does not allow forwarding' },
  connect_failed: { 'zh-TW': '目標拒絕連線或無法到達', en: 'the target refuses or is out of reach' },
  busy: { 'zh-TW': '同時經由此閘道的連線已達上限', en: 'too many connections run through it' },
  not_allowed: { 'zh-TW': '代理伺服器的規則不允許', en: 'its rules do not allow it' },
  not_socks: { 'zh-TW': '回應的不是 SOCKS5 服務', en: 'what answers is not SOCKS5' },
  unknown: { 'zh-TW': '原因不明', en: 'for an unknown reason' },
} as const satisfies Record<string, Sentence>;
export type WayReason = keyof typeof WAY_REASON_WORDS;

/** What a gateway's connection does at the moment. */
export const GATEWAY_STATE_WORDS = {
  unused: { 'zh-TW': '尚未使用', en: 'Not used yet' },
  idle: { 'zh-TW': '目前沒有連線，有需要時會自動連上', en: 'Not connected; connects when needed' },
  connected: { 'zh-TW': '已連線，{channels} 條連線使用中', en: 'Connected; {channels} in use' },
} as const satisfies Record<string, Sentence>;
