import type { Sentence } from '../language.ts';

/** What is being done to open a session, said to whoever waits for it. */
export const OPENING_STEPS = {
  dial: { 'zh-TW': '正在連線到「{name}」…', en: 'Connecting to “{name}”…' },
  gateway: {
    'zh-TW': '正在經由存取閘道連線到「{name}」…',
    en: 'Connecting to “{name}” through its gateway…',
  },
  proxy: {
    'zh-TW': '正在經由代理伺服器連線到「{name}」…',
    en: 'Connecting to “{name}” through its proxy…',
  },
  login: { 'zh-TW': '已連上「{name}」，正在登入…', en: 'Connected to “{name}”. Logging in…' },
  shell: { 'zh-TW': '已登入，正在開啟終端機…', en: 'Logged in. Opening the terminal…' },
  desktop: {
    'zh-TW': '已連上「{name}」，正在等候桌面畫面…',
    en: 'Connected to “{name}”. Waiting for its desktop…',
  },
} as const satisfies Record<string, Sentence>;
export type OpeningStep = keyof typeof OPENING_STEPS;
