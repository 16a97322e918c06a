import { translate } from '@jadegate/contract/language';
import { fingerprintText } from '@jadegate/contract/session/evidence/bundle';
import { findingText } from '@jadegate/contract/session/evidence/report-text';
import { VERDICT_WORDS } from '@jadegate/contract/words/evidence';

import { OPERATOR } from './operator.ts';
import { print } from './print.ts';
import type { Verb } from './verb.ts';

/** What broke off because a process died is no reason to worry; everything else is. */
const isMatter = (verdict: string, code: string | undefined) =>
  verdict === 'altered' || code === 'tail_missing';

export const EVIDENCE_VERBS: Record<string, Verb> = {
  'evidence verify': {
    summary:
      'looks whether recordings are as they were signed (exit code 0; 1 altered or cut; 3 some could not be read)',
    options: { all: { type: 'boolean', about: 'all that lie on this machine or in the store' } },
    async run({ evidenceChecks }, { isSet }) {
      if (!isSet('all')) {
        print('all of them? Then: npx jadegate evidence verify --all');
        return 2;
      }
      const counts = { whole: 0, incomplete: 0, altered: 0, unsigned: 0 };
      let matters = 0;
      const { checked, unread } = await evidenceChecks.checkAll((id, { verdict, finding }) => {
        counts[verdict] += 1;
        if (finding) {
          print(`${id}: ${translate(VERDICT_WORDS[verdict], 'en')}; ${findingText(finding, 'en')}`);
        }
        matters += isMatter(verdict, finding?.code) ? 1 : 0;
      });
      const { elsewhere, unsigned } = await evidenceChecks.countElsewhere();
      print(
        `${checked} signed recordings: ${counts.whole} whole, ${counts.incomplete} incomplete, ${counts.altered} altered`,
      );
      print(`${unsigned} recordings were made before they were signed, and are not signed`);
      if (elsewhere > 0) {
        print(`${elsewhere} lie on the disks of other servers: run it there, too`);
      }
      if (unread > 0) {
        print(`${unread} could not be read now`);
      }
      return matters > 0 ? 1 : unread > 0 ? 3 : 0;
    },
  },
  'evidence rotate-key': {
    summary: 'has another key sign recordings from now on; the old one vouches for it and stays known',
    async run({ signing }) {
      print(`the key that signs from now on: ${fingerprintText(await signing.rotate(OPERATOR))}`);
      return 0;
    },
  },
  'evidence fingerprint': {
    summary: 'prints the fingerprint of the key that signs, for those who verify elsewhere',
    async run({ signing }) {
      print((await signing.pair()).id);
      return 0;
    },
  },
};
