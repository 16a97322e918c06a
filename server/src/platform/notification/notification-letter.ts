import { translate, type Language } from '@jadegate/contract/language';
import { LETTER_WORDS, NOTIFICATION_WORDS, type NotificationKind } from '@jadegate/contract/words/letters';

import { familyTime } from '../../kernel/family-time.ts';
import { timeZoneInUse } from '../../kernel/time-zone.ts';
import { browserOf, systemOf } from './device.ts';

interface Occasion {
  user: { username: string; nickname: string };
  happening: { address: string; userAgent: string };
  at: number;
  product: string;
}

/** The language of a person is not known. */
const LANGUAGE: Language = 'zh-TW';

/** Plain text without addresses of pages: a letter that nobody learns to click in. */
export function composeLetter(kind: NotificationKind, { user, happening, at, product }: Occasion) {
  const words = NOTIFICATION_WORDS[kind];
  const { subject, greeting, account, time, address, device, unknown, closing } = LETTER_WORDS;
  const zone = timeZoneInUse();
  const lines = [
    translate(greeting, LANGUAGE, { name: user.nickname || user.username }),
    '',
    translate(words.happened, LANGUAGE),
    '',
    translate(account, LANGUAGE, { username: user.username }),
    translate(time, LANGUAGE, { time: familyTime(at), zone }),
    translate(address, LANGUAGE, { address: happening.address || translate(unknown, LANGUAGE) }),
    translate(device, LANGUAGE, { device: deviceName(happening.userAgent) }),
    '',
    translate(words.advice, LANGUAGE),
    '',
    translate(closing, LANGUAGE, { product }),
    '',
  ];
  return {
    subject: translate(subject, LANGUAGE, { product, subject: translate(words.subject, LANGUAGE) }),
    text: lines.join('\n'),
  };
}

/** What is not known is called unknown rather than quoted: the header is whatever the caller likes. */
function deviceName(userAgent: string): string {
  const browser = browserOf(userAgent);
  const system = systemOf(userAgent);
  if (browser === '') {
    return translate(LETTER_WORDS.unknown, LANGUAGE);
  }
  return system === '' ? browser : translate(LETTER_WORDS.browserOn, LANGUAGE, { browser, system });
}
