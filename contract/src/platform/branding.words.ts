import type { Sentence } from '../language.ts';
import type { EventRow } from './events/event-kind.ts';

export const ERRORS = {
  'branding.no_logo': {
    'zh-TW': '尚未設定標誌',
    en: 'No logo has been set.',
  },
  'branding.not_an_image': {
    'zh-TW': '標誌必須是 PNG、JPEG 或 WebP 圖片',
    en: 'The logo must be a PNG, JPEG or WebP picture.',
  },
  'branding.image_too_large': {
    'zh-TW': '圖片超過上限（{limit}），請縮小後再試',
    en: 'The picture is larger than {limit}. Make it smaller.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  branding: { 'zh-TW': '品牌', en: 'Branding' },
  'branding.logo-changed': { 'zh-TW': '變更標誌', en: 'Logo changed' },
  'branding.logo-removed': { 'zh-TW': '還原預設標誌', en: 'Logo removed' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'branding.logo-changed': ['system', 'configuration', 'change', 'info'],
  'branding.logo-removed': ['system', 'configuration', 'change', 'info'],
} satisfies Record<string, EventRow>;
