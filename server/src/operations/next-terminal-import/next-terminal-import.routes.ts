import {
  beginNextTerminalImport,
  bringNextTerminal,
  closeNextTerminalImport,
  getNextTerminalImport,
  lookAtNextTerminalAgain,
  sendNextTerminalFile,
  stopNextTerminalImport,
} from '@jadegate/contract/operations/next-terminal-import';

import type { Api } from '../../http/api.ts';
import type { ImportDeskService } from './import-desk.service.ts';

export function nextTerminalImportRoutes(api: Api, { importDesk }: { importDesk: ImportDeskService }): void {
  api.on(getNextTerminalImport, ({ actor }) => importDesk.get(actor));
  api.on(beginNextTerminalImport, ({ actor, body }) => importDesk.begin(actor, body));
  api.on(sendNextTerminalFile, ({ actor, incoming }) => importDesk.receive(actor, incoming));
  api.on(lookAtNextTerminalAgain, ({ actor, body }) => importDesk.lookAgain(actor, body));
  api.on(bringNextTerminal, ({ actor, body }) => importDesk.bring(actor, body));
  api.on(stopNextTerminalImport, ({ actor }) => importDesk.stop(actor));
  api.on(closeNextTerminalImport, ({ actor }) => importDesk.close(actor));
}
