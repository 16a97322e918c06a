import type { Sentence } from '../language.ts';

export const AUDIT = {
  'session.commands-read': { 'zh-TW': '查看連線的指令紀錄', en: 'Commands of a session read' },
  'session.command-denied': { 'zh-TW': '禁止指令', en: 'Command denied' },
  'session.command-unchecked': {
    'zh-TW': '指令未經過濾即送出',
    en: 'Command went without being judged',
  },
  'session.command-warned': { 'zh-TW': '指令要求確認', en: 'Command asked to be confirmed' },
} satisfies Record<string, Sentence>;
