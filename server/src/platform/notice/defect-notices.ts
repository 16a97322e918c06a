import { translate } from '@jadegate/contract/language';
import { NOTICE_WORDS } from '@jadegate/contract/words/notices';

import { defects } from '../../kernel/defects.ts';
import type { OfferedNotice } from './notice.service.ts';

/** For those who can restart the server. One more of them is another notice, also to whoever has put the last away. */
export function defectNotices(): OfferedNotice[] {
  const { count } = defects;
  return count === 0
    ? []
    : [
        {
          id: `defects-${count}`,
          level: 'warning',
          menus: ['setting'],
          canPutAway: true,
          path: '/monitoring',
          text: (language) => translate(NOTICE_WORDS.defects, language, { count }),
        },
      ];
}
