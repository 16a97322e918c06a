import type { Sentence } from '../language.ts';

/** Why guacd could not be used, and where to look. */
export const GUACD_WORDS = {
  'unknown-host': {
    'zh-TW': '找不到主機 {host}，請檢查 GUACD_HOST 與 DNS',
    en: 'The host {host} is unknown. Check GUACD_HOST and DNS.',
  },
  refused: {
    'zh-TW': '{host}:{port} 拒絕連線，guacd 可能沒有啟動',
    en: '{host}:{port} refused the connection. guacd may not be running.',
  },
  'timed-out': {
    'zh-TW': '連線到 {host}:{port} 逾時，請檢查網路與防火牆',
    en: 'Connecting to {host}:{port} timed out. Check the network and firewalls.',
  },
  closed: {
    'zh-TW': '{host}:{port} 在交握完成前中斷了連線',
    en: '{host}:{port} closed the connection before the handshake was done.',
  },
  'not-guacd': {
    'zh-TW': '{host}:{port} 有回應，但不是 guacd，請檢查 GUACD_PORT',
    en: '{host}:{port} answered, but it is not guacd. Check GUACD_PORT.',
  },
  unreachable: {
    'zh-TW': '無法連線到 {host}:{port}，請檢查網路',
    en: '{host}:{port} cannot be reached. Check the network.',
  },
  old: {
    'zh-TW':
      'guacd {version} 有已知的安全問題，惡意的遠端主機可能藉此在 guacd 內執行程式；請盡快更新到 1.6.0 以上',
    en: 'guacd {version} has known security problems: a hostile desktop may run code in it. Update to 1.6.0 or newer.',
  },
} as const satisfies Record<string, Sentence>;

/** What keeps guacd from being used. */
export type GuacdProblemKind = Exclude<keyof typeof GUACD_WORDS, 'old'>;
