import type { RuleAction, RuleType } from './command-filter.ts';

/** Rules to begin a filter with, each for a purpose. They are the filter's own from then on. */
export const RULE_SETS = ['dangerous', 'readOnly', 'database'] as const;
export type RuleSet = (typeof RULE_SETS)[number];

interface ReadyRule {
  type: RuleType;
  pattern: string;
  ignoreCase: boolean;
  priority: number;
  action: RuleAction;
}

/** What is denied is asked before what is only warned of. */
const PRIORITY: Record<RuleAction, number> = { allow: 10, deny: 20, warn: 50 };

function commands(action: RuleAction, ...patterns: string[]): ReadyRule[] {
  return patterns.map((pattern) => ({
    type: 'prefix',
    pattern,
    ignoreCase: false,
    priority: PRIORITY[action],
    action,
  }));
}

function texts(action: RuleAction, ignoreCase: boolean, ...patterns: string[]): ReadyRule[] {
  return patterns.map((pattern) => ({
    type: 'regex',
    pattern,
    ignoreCase,
    priority: PRIORITY[action],
    action,
  }));
}

const POWER = ['shutdown', 'reboot', 'poweroff', 'halt', 'init 0', 'init 6'];

export const READY_RULES: Readonly<Record<RuleSet, readonly ReadyRule[]>> = {
  // What ends a machine or its data by one slip.
  dangerous: [
    ...texts(
      'deny',
      false,
      String.raw`\brm\s+(?:-\S+\s+)+(?:/|/\*|~/?|~/\*)(?:\s|$)`,
      String.raw`\bmkfs(?:\.\w+)?\b`,
      String.raw`\bdd\b.*\bof=/dev/`,
      String.raw`>\s*/dev/(?:sd|vd|xvd|nvme|mapper)`,
      String.raw`:\s*\(\s*\)\s*\{.*\|`,
    ),
    ...commands('deny', 'wipefs', 'kill -9 -1', 'crontab -r'),
    ...commands('warn', ...POWER, 'rm -rf', 'rm -fr', 'chmod -R', 'chown -R', 'iptables -F', 'nft flush'),
    ...commands('warn', 'userdel', 'groupdel', 'killall', 'fdisk', 'parted', 'lvremove', 'vgremove'),
  ],
  // Looking on: nothing is changed on the machine by the usual commands. What is not named here passes.
  readOnly: [
    ...commands(
      'deny',
      ...POWER,
      'rm',
      'rmdir',
      'mv',
      'cp',
      'ln',
      'dd',
      'truncate',
      'shred',
      'tee',
      'install',
    ),
    ...commands('deny', 'chmod', 'chown', 'chgrp', 'setfacl', 'mkfs', 'mount', 'umount', 'mkdir', 'touch'),
    ...commands('deny', 'kill', 'killall', 'pkill', 'service', 'crontab -e', 'crontab -r'),
    ...commands('deny', 'useradd', 'userdel', 'usermod', 'groupadd', 'groupdel', 'passwd', 'visudo'),
    ...texts(
      'deny',
      false,
      String.raw`\bsystemctl\s+(?:-\S+\s+)*(?:start|stop|restart|reload|enable|disable|mask|unmask|edit|kill|set-\S+)\b`,
      String.raw`\b(?:apt|apt-get|yum|dnf|zypper|apk|pip3?|npm|snap)\s+(?:-\S+\s+)*(?:install|remove|purge|upgrade|update|erase|add|del)\b`,
      String.raw`\b(?:docker|podman)\s+(?:rm|rmi|stop|kill|restart|start|run|exec|prune|system)\b`,
      String.raw`\bkubectl\s+(?:-\S+\s+(?:[\w-]+\s+)?)*(?:delete|apply|create|edit|patch|replace|scale|rollout|drain|exec)\b`,
      String.raw`\bsed\s+(?:\S+\s+)*-\w*i`,
    ),
    ...commands('warn', 'vi', 'vim', 'nano', 'emacs'),
  ],
  // Statements typed into a client, or handed to it on the command line.
  database: [
    ...texts(
      'deny',
      true,
      String.raw`\bdrop\s+(?:table|database|schema|user|role|index|view)\b`,
      String.raw`\btruncate\s+(?:table\s+)?\w`,
      String.raw`\bdelete\s+from\s+[\w."\x60]+\s*(?:;|'|"|$)`,
      String.raw`\bflush(?:all|db)\b`,
      String.raw`\bdropDatabase\s*\(`,
    ),
    ...commands('deny', 'dropdb', 'dropuser', 'mysqladmin drop'),
    ...texts(
      'warn',
      true,
      String.raw`\bdelete\s+from\b`,
      String.raw`\bupdate\s+\S+\s+set\b`,
      String.raw`\balter\s+(?:table|database|user|role|system)\b`,
      String.raw`\b(?:grant|revoke)\s.+\b(?:to|from)\b`,
    ),
  ],
};
