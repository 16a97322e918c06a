import type { Reauthentication } from '@jadegate/contract/identity/account';
import {
  beginNextTerminalImport,
  bringNextTerminal,
  closeNextTerminalImport,
  getNextTerminalImport,
  lookAtNextTerminalAgain,
  sendNextTerminalFile,
  stopNextTerminalImport,
  type NextTerminalLook,
  type NextTerminalOrder,
} from '@jadegate/contract/operations/next-terminal-import';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../api/call.ts';
import { sendFile } from '../../../api/send-file.ts';
import { useChange } from '../../../hooks/useChange.ts';

/** While it is at work; somebody else may have opened one meanwhile, too. */
const LIVE_MS = 1000;
const IDLE_MS = 15_000;
const KEYS = ['next-terminal-import'];

export function importQuery() {
  return queryOptions({
    queryKey: KEYS,
    queryFn: ({ signal }) => call(getNextTerminalImport, { signal }),
    meta: { errors: 'caller' },
    refetchInterval: ({ state }) => {
      const now = state.data?.current?.state;
      return now === 'looking' || now === 'bringing' ? LIVE_MS : IDLE_MS;
    },
  });
}

export function useBeginImport() {
  return useChange(KEYS, (body: NextTerminalOrder) => call(beginNextTerminalImport, { body }));
}

interface Sending {
  file: File;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
}

export function useSendImportFile() {
  return useChange(KEYS, ({ file, signal, onProgress }: Sending) =>
    sendFile(sendNextTerminalFile, { content: file, signal, onProgress }),
  );
}

export function useLookAgain() {
  return useChange(KEYS, (body: NextTerminalLook) => call(lookAtNextTerminalAgain, { body }));
}

export function useBringImport() {
  return useChange(KEYS, (proof: Pick<Reauthentication, 'password'>) =>
    call(bringNextTerminal, { body: proof }),
  );
}

export function useStopImport() {
  return useChange(KEYS, () => call(stopNextTerminalImport), { errors: 'toast' });
}

/** What was brought may be on any page. */
export function useCloseImport() {
  return useChange('everything', () => call(closeNextTerminalImport), { errors: 'toast' });
}
