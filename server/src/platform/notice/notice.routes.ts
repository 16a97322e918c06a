import { listNotices, putNoticeAway } from '@jadegate/contract/platform/notice';

import type { Api } from '../../http/api.ts';
import type { NoticeService } from './notice.service.ts';

export function noticeRoutes(api: Api, { notices }: { notices: NoticeService }): void {
  api.on(listNotices, ({ actor }) => notices.list(actor));
  api.on(putNoticeAway, ({ actor, params }) => notices.putAway(actor, params.id));
}
