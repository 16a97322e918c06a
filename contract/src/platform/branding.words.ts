import type { Sentence } from '../language.ts';

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
