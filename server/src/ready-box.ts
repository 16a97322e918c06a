import type { Sentence } from '@jadegate/contract/language';
import { READY_WORDS } from '@jadegate/contract/words/ready';

interface Ready {
  address: string;
  publicUrls: readonly string[];
  /** Absent where SSH clients are not taken in. */
  ssh?: { isListening: boolean; host: string; port: number; account: string } | undefined;
  /** Only when this start made the administrator. */
  administrator?: { username: string; password: string } | undefined;
  /** What everybody may know of a demo, at each start. */
  demo?: { dataDir: string; accounts: readonly string[]; password: string; hasDesktops: boolean } | undefined;
}

const WIDTH = 72;

/**
 * For the person at the terminal. Each value ends its line, with nothing behind it: it is copied by a double click, and
 * by scripts. So the box has no right side.
 */
export function readyBox({ address, publicUrls, ssh, administrator, demo }: Ready): string {
  const lines = [
    ...(demo ? [both(READY_WORDS.demo)] : []),
    labelled(READY_WORDS.address, address),
    ...publicUrls.map((url) => labelled(READY_WORDS.publicUrl, url)),
    ...(ssh ? [sshLine(ssh)] : []),
    ...(administrator
      ? [
          labelled(READY_WORDS.account, administrator.username),
          labelled(READY_WORDS.password, administrator.password),
        ]
      : []),
    ...(demo
      ? [
          labelled(READY_WORDS.demoAccounts, demo.accounts.join(', ')),
          labelled(READY_WORDS.demoPassword, demo.password),
          labelled(READY_WORDS.demoData, demo.dataDir),
          ...(demo.hasDesktops ? [] : [both(READY_WORDS.demoNoDesktops)]),
        ]
      : []),
    both(READY_WORDS.stop),
  ];
  const edge = '─'.repeat(WIDTH);
  return [`┌${edge}`, ...lines.map((line) => `│ ${line}`), `└${edge}`, ''].join('\n');
}

function sshLine({ isListening, host, port, account }: NonNullable<Ready['ssh']>): string {
  return isListening
    ? labelled(READY_WORDS.ssh, `ssh -p ${port} ${account}@${host}`)
    : labelled(READY_WORDS.sshTaken, `${host}:${port}`);
}

const both = (sentence: Sentence) => `${sentence['zh-TW']} ${sentence.en}`;
const labelled = (sentence: Sentence, value: string) => `${both(sentence)}: ${value}`;
