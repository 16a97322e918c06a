/** As whom commands are on record. */
export const OPERATOR = {
  address: 'local',
  userAgent: 'jadegate',
  language: 'zh-TW',
  requestId: '',
} as const;
