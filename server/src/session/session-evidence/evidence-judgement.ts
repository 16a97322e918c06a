import type { ChainReport, Finding, Verdict } from '@jadegate/contract/session/evidence-finding';
import { CHAIN_FILE } from '@jadegate/contract/session/evidence/chain-format';

export interface Judgement {
  verdict: Verdict;
  finding?: Finding;
}

/**
 * What the product makes of a look: it wrote down how far each recording was signed, so it knows also when everything
 * behind a moment is gone, and when all of it was signed anew.
 */
export function judge(
  { verdict, finding, links, hash, signedUntil }: ChainReport,
  known: { links: number; head: string },
): Judgement {
  if (verdict === 'altered') {
    return { verdict, ...(finding && { finding }) };
  }
  if (verdict === 'unsigned') {
    return { verdict: 'altered', finding: { code: 'file_missing', place: { file: CHAIN_FILE } } };
  }
  if (links === known.links && hash !== known.head) {
    return { verdict: 'altered', finding: { code: 'line_link', place: { line: links - 1 } } };
  }
  if (links < known.links) {
    const place = { line: links, ...(signedUntil !== undefined && { at: signedUntil }) };
    return { verdict: 'incomplete', finding: { code: 'tail_missing', place } };
  }
  return { verdict, ...(finding && { finding }) };
}
