import { LANGUAGES, translate } from '@jadegate/contract/language';
import { BUNDLE, fingerprintText } from '@jadegate/contract/session/evidence/bundle';
import { AUDIT_UNREAD, EVIDENCE_README } from '@jadegate/contract/words/evidence';

/** One JSON object a line, as any program reads it. */
export function jsonLines(rows: readonly object[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

interface ReadmeFacts {
  installation: string;
  key: string;
  exportedAt: string;
  /** Entries of the audit log that could not be looked through. */
  unread: number;
}

/** For people who have never heard of the product, in both languages. */
export function readmeText({ key, unread, ...facts }: ReadmeFacts): Buffer {
  const params = {
    ...facts,
    count: unread,
    fingerprint: fingerprintText(key),
    player: BUNDLE.player,
    verifier: BUNDLE.verifier,
  };
  const texts = LANGUAGES.map((language) =>
    [...EVIDENCE_README, ...(unread > 0 ? [AUDIT_UNREAD] : [])]
      .map((line) => translate(line, language, params))
      .join('\r\n'),
  );
  return Buffer.from(`${texts.join('\r\n\r\n')}\r\n`);
}
