import { desktopRecordingRoutes } from './desktop-session/desktop-recording.routes.ts';
import { desktopSessionRoutes } from './desktop-session/desktop-session.routes.ts';
import { hostPanelRoutes } from './host-panel/host-panel.routes.ts';
import { sessionCommandRoutes } from './session-command/session-command.routes.ts';
import { sessionFilesRoutes } from './session-files/session-files.routes.ts';
import { sessionSearchRoutes } from './session-search/session-search.routes.ts';
import { sessionShareRoutes } from './session-share/session-share.routes.ts';
import { sessionRecordingRoutes } from './session/session-recording.routes.ts';
import { sessionScreenRoutes } from './session/session-screen.routes.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { terminalRecordingRoutes } from './terminal-session/terminal-recording.routes.ts';
import { terminalSessionRoutes } from './terminal-session/terminal-session.routes.ts';

/** Every endpoint of the area has its handler in one of these. */
export const SESSION_ROUTES = [
  desktopRecordingRoutes,
  desktopSessionRoutes,
  hostPanelRoutes,
  sessionCommandRoutes,
  sessionFilesRoutes,
  sessionRecordingRoutes,
  sessionRoutes,
  sessionScreenRoutes,
  sessionSearchRoutes,
  sessionShareRoutes,
  terminalRecordingRoutes,
  terminalSessionRoutes,
];
