import { translate, type Language } from '../../language.ts';
import { EVIDENCE_WORDS, FINDING_WORDS, SIGNER_WORDS, VERDICT_WORDS } from '../../words/evidence.ts';
import type { EvidenceRemark, Finding } from '../evidence-finding.ts';
import { fingerprintText, type BundleReport } from './bundle.ts';

/** Names come from people who may be the ones that are accused: nothing in them begins a line or turns the writing. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\uFFFD').slice(0, 300);
}

/** Epoch milliseconds, as everybody reads them the same. */
function timeText(at: number): string {
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? new Date(at).toISOString() : String(at);
}

export function findingText({ code, place }: Finding, language: Language): string {
  const parts = [
    translate(FINDING_WORDS[code], language),
    place.file !== undefined && translate(EVIDENCE_WORDS.place_file, language, { file: plain(place.file) }),
    place.from !== undefined &&
      place.to !== undefined &&
      translate(EVIDENCE_WORDS.place_bytes, language, { from: place.from, to: place.to }),
    place.line !== undefined && translate(EVIDENCE_WORDS.place_line, language, { line: place.line }),
    place.at !== undefined && translate(EVIDENCE_WORDS.place_at, language, { at: timeText(place.at) }),
  ];
  return parts.filter((part) => part !== false).join(language === 'en' ? '; ' : '；');
}

function remarkText(remark: EvidenceRemark, language: Language): string {
  if (remark.kind === 'clock_moved') {
    const seconds = Math.round(remark.byMs / 1000);
    return translate(EVIDENCE_WORDS.clock_moved, language, { at: timeText(remark.at), seconds });
  }
  const { file, bytes } = remark;
  return translate(EVIDENCE_WORDS.unsigned_bytes, language, { file: plain(file), bytes });
}

/** A dozen remarks tell as much as thousands. */
const REMARKS = 12;

/** All that there is to say, the verdict first. */
export function reportLines(report: BundleReport, language: Language): string[] {
  const { verdict, finding, begin, remarks, signedBy, signer } = report;
  const say = (words: { 'zh-TW': string; en: string }, params: Record<string, string | number> = {}) =>
    translate(words, language, params);
  const lines = [say(EVIDENCE_WORDS.verdict, { verdict: say(VERDICT_WORDS[verdict]) })];
  if (finding) {
    lines.push(say(EVIDENCE_WORDS.first_bad, { finding: findingText(finding, language) }));
  }
  if (verdict !== 'altered') {
    lines.push(say(SIGNER_WORDS[signer]));
  }
  lines.push(...signedBy.map((key) => say(EVIDENCE_WORDS.key, { key: fingerprintText(key) })));
  if (begin) {
    const { user, account, asset, at, client } = begin;
    const who = {
      user: plain(user.name),
      account: plain(account),
      asset: plain(asset.name),
      address: plain(asset.address),
    };
    const from = { at: timeText(at), client: plain(client) };
    lines.push(say(EVIDENCE_WORDS.who, who));
    lines.push(say(client === '' ? EVIDENCE_WORDS.when_begun : EVIDENCE_WORDS.when, from));
  }
  lines.push(...remarks.slice(0, REMARKS).map((remark) => remarkText(remark, language)));
  return lines;
}
