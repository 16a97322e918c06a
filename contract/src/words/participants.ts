import type { Sentence } from '../language.ts';

/** What somebody in a terminal is told about the others, where their client has no words of its own. */
export const PARTICIPANT_WORDS = {
  joined: { 'zh-TW': '{name} 已加入這個連線', en: '{name} has joined this session' },
  left: { 'zh-TW': '{name} 已離開這個連線', en: '{name} has left this session' },
  watching: { 'zh-TW': '{name} 正在觀看這個連線', en: '{name} is watching this session' },
  unwatched: { 'zh-TW': '{name} 已停止觀看這個連線', en: '{name} no longer watches this session' },
} as const satisfies Record<string, Sentence>;
