import type { Sentence } from '../language.ts';

/** What a session on the console of a virtual machine is called, wherever others have the name of their asset. */
export const CONSOLE_NAME: Sentence = { 'zh-TW': '{name}（主控台）', en: '{name} (console)' };

/** Why there is no console, or why it is over. */
export const CONSOLE_END_WORDS = {
  console_lost: { 'zh-TW': '使用主控台的權限已失效', en: 'The right to consoles has ended' },
  console_stopped: {
    'zh-TW': '虛擬機沒有在執行，請先啟動再開啟主控台',
    en: 'The virtual machine does not run. Start it first',
  },
  console_no_text: {
    'zh-TW': '這台虛擬機沒有文字主控台（序列埠）',
    en: 'This virtual machine has no text console (serial port)',
  },
  console_no_screen: {
    'zh-TW': '這台虛擬機沒有 VNC 畫面',
    en: 'This virtual machine has no VNC screen',
  },
  console_screen_local: {
    'zh-TW': '這台虛擬機的 VNC 只開放在虛擬化主機的本機通訊端（UNIX socket），無法由此開啟',
    en: 'The VNC screen of this machine is on a UNIX socket of its hypervisor only and cannot be opened from here',
  },
  console_screen_closed: {
    'zh-TW': '虛擬化主機連不上這台虛擬機的 VNC 連接埠，虛擬機可能剛剛停止',
    en: 'The hypervisor does not reach the VNC port of this machine; perhaps it has just stopped',
  },
  console_no_forward: {
    'zh-TW': '虛擬化主機的 SSH 不允許轉送連線，無法開啟 VNC 畫面',
    en: 'The SSH server of the hypervisor forwards no connections, so the VNC screen cannot be opened',
  },
  console_busy: {
    'zh-TW': '文字主控台正由其他人使用，請等對方離開後再試',
    en: 'Somebody else has the text console. Try again when they have left',
  },
  console_gone: {
    'zh-TW': '虛擬化平台上找不到這台虛擬機',
    en: 'The hypervisor does not have this virtual machine any more',
  },
  console_no_tool: {
    'zh-TW': '虛擬化主機上沒有管理工具（virsh 或 pvesh），無法開啟主控台',
    en: 'The hypervisor has no tool to be asked with (virsh or pvesh), so there is no console',
  },
  console_not_permitted: {
    'zh-TW': '連線虛擬化主機的帳號沒有管理虛擬機的權限，無法開啟主控台',
    en: 'The account on the hypervisor may not manage virtual machines, so there is no console',
  },
  console_hypervisor_away: {
    'zh-TW': '虛擬化服務（libvirt）沒有回應，無法開啟主控台',
    en: 'The service of the hypervisor (libvirt) does not answer, so there is no console',
  },
  console_unsupported: {
    'zh-TW': '這種虛擬機的主控台尚不支援',
    en: 'The console of this kind of virtual machine is not supported yet',
  },
  console_failed: {
    'zh-TW': '虛擬化主機無法開啟主控台',
    en: 'The hypervisor could not open the console',
  },
} as const satisfies Record<string, Sentence>;
