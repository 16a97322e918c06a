import type { ErrorCode } from '../error.ts';
import type { Sentence } from '../language.ts';

type GpuErrorCode = Extract<ErrorCode, `gpu.${string}`>;

export const GPU_ERROR_WORDS: Record<GpuErrorCode, Sentence> = {
  'gpu.not_found': {
    'zh-TW': '找不到這張 GPU，可能已從清單移除。',
    en: 'There is no such GPU; it may have been forgotten.',
  },
  'gpu.still_there': {
    'zh-TW': '「{name}」仍在主機上，只有已找不到的 GPU 可以移除。',
    en: '“{name}” is still in its host; only GPUs that are not found any more can be forgotten.',
  },
};
