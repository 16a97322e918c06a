import { auditRoutes } from './audit/audit.routes.ts';
import { brandingRoutes } from './branding/branding.routes.ts';
import { mailRoutes } from './mail/mail.routes.ts';
import { noticeRoutes } from './notice/notice.routes.ts';
import { settingRoutes } from './setting/setting.routes.ts';

/** Every endpoint of the area has its handler in one of these. */
export const PLATFORM_ROUTES = [auditRoutes, brandingRoutes, mailRoutes, noticeRoutes, settingRoutes];
