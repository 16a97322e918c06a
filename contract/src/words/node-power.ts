import type { Sentence } from '../language.ts';

/** Why a host was not restarted or shut down, with what to do about it. */
export const NODE_FAULT_WORDS = {
  permission: {
    'zh-TW':
      '主機上的帳號沒有這個權限。請在 sudoers 加入「帳號 ALL=(root) NOPASSWD: /usr/bin/systemctl reboot, /usr/bin/systemctl poweroff」，或改用 root 連線。',
    en: 'The account on the host may not do this. Add “account ALL=(root) NOPASSWD: /usr/bin/systemctl reboot, /usr/bin/systemctl poweroff” to its sudoers, or connect as root.',
  },
  'missing-tool': {
    'zh-TW': '主機上沒有 systemctl、shutdown 或 reboot，無法從這裡操作電源。',
    en: 'The host has neither systemctl nor shutdown nor reboot, so this cannot be done from here.',
  },
  failed: {
    'zh-TW': '主機拒絕執行，原因如下。',
    en: 'The host did not do it; it says why below.',
  },
  way: {
    'zh-TW': '無法連上主機：{reason}',
    en: 'The host could not be reached: {reason}',
  },
  'not-done': {
    'zh-TW': '主機接受了指令，但到期限仍在執行同一次開機。請查看主機上是否有程式阻擋關機。',
    en: 'The host took the order and still runs as before. See on the host whether something holds it up.',
  },
  silent: {
    'zh-TW': '主機已停止回應，但到期限還沒有回來。請到機房或從遠端管理介面查看。',
    en: 'The host went silent and did not come back in time. Look at its screen or its management interface.',
  },
  restarted: {
    'zh-TW': '主機沒有停留在關機狀態，而是重新開機了。',
    en: 'The host did not stay down: it started again.',
  },
} satisfies Record<string, Sentence>;
export type NodeFault = keyof typeof NODE_FAULT_WORDS;

/** What people are told in their sessions before it. They need not know its name. */
export const POWER_NOTICE_WORDS = {
  reboot: {
    'zh-TW': '您連線的主機將在 {seconds} 秒後重新開機，請立即存檔。原因：{reason}',
    en: 'The host you are connected to restarts in {seconds} seconds: save your work now. Reason: {reason}',
  },
  shutdown: {
    'zh-TW': '您連線的主機將在 {seconds} 秒後關機，請立即存檔。原因：{reason}',
    en: 'The host you are connected to shuts down in {seconds} seconds: save your work now. Reason: {reason}',
  },
} as const satisfies Record<string, Sentence>;
