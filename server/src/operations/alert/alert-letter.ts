import { translate, type Language, type SentenceParams } from '@jadegate/contract/language';
import { ALERT_LETTER_WORDS, ALERT_WORDS, type AlertWording } from '@jadegate/contract/words/alerts';
import { LETTER_WORDS } from '@jadegate/contract/words/letters';

import { familyTime } from '../../kernel/family-time.ts';
import { timeZoneInUse } from '../../kernel/time-zone.ts';

export interface AlertOccasion {
  wording: AlertWording;
  params: SentenceParams;
  /** Empty where it is not about one server. */
  server: string;
  since: number;
  /** When it was over; undefined while it goes on. */
  until?: number | undefined;
  lines?: readonly string[];
}

/** Plain text, with nothing to click. */
export function composeAlert(occasion: AlertOccasion, language: Language, product: string) {
  const { wording, server, since, until, lines = [] } = occasion;
  const words = ALERT_WORDS[wording];
  const params = onOneLine(occasion.params);
  const zone = timeZoneInUse();
  const about = translate(words.subject, language, params);
  const isOver = until !== undefined;
  const text = [
    isOver
      ? translate(ALERT_LETTER_WORDS.over, language, { subject: about })
      : translate(words.text, language, params),
    ...lines,
    '',
    ...(server === '' ? [] : [translate(ALERT_LETTER_WORDS.server, language, { server })]),
    translate(ALERT_LETTER_WORDS.since, language, { time: familyTime(since), zone }),
    ...(isOver ? [translate(ALERT_LETTER_WORDS.until, language, { time: familyTime(until), zone })] : []),
    '',
    translate(LETTER_WORDS.closing, language, { product }),
    '',
  ];
  const subject = isOver ? translate(ALERT_LETTER_WORDS.overSubject, language, { subject: about }) : about;
  return { subject: translate(LETTER_WORDS.subject, language, { product, subject }), text: text.join('\n') };
}

/** A name with a line end in it must not begin a line of ours, least of all a header. */
export function onOneLine(params: SentenceParams): SentenceParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') : value,
    ]),
  );
}
