import type { Sentence } from '../language.ts';
import type { SessionEndKind } from './session-ends.ts';
import type { WayKind } from './way.ts';

/** What can be done about a connection that failed. It stands below the reason, which says what happened. */
export const ADVICE_WORDS = {
  name: {
    'zh-TW': '請檢查資產的主機名稱，並確認伺服器使用的 DNS 查得到它。',
    en: 'Check the host name of the asset, and that the DNS of the server knows it.',
  },
  service: {
    'zh-TW': '請確認主機上的服務已啟動、資產的連接埠正確，而且防火牆允許堡壘機連線。',
    en: 'Check that the service runs on the host, that the port is right, and that its firewall lets the bastion host in.',
  },
  network: {
    'zh-TW': '請確認主機已開機，而且網路與防火牆允許堡壘機連到這個位址與連接埠。',
    en: 'Check that the host is up, and that network and firewall lead from the bastion host to this address and port.',
  },
  proxy: {
    'zh-TW': '請檢查資產設定的 SOCKS5 代理伺服器。',
    en: 'Check the SOCKS5 proxy that the asset names.',
  },
  gateway: {
    'zh-TW': '請先檢測資產使用的存取閘道。',
    en: 'Test the access gateway of the asset first.',
  },
  protocol: {
    'zh-TW': '請確認資產的協定與連接埠相符。',
    en: 'Check that protocol and port of the asset belong together.',
  },
  algorithms: {
    'zh-TW': '如果是較舊的設備，請在資產設定開啟「允許舊式演算法」。',
    en: 'If the host is an old one, allow old algorithms in the asset.',
  },
  hostKeyChanged: {
    'zh-TW': '如果主機剛重新安裝，請由管理員在資產頁面比對指紋並接受新的主機金鑰；否則可能有人冒充這台主機。',
    en: 'If the host was installed anew, an administrator compares the fingerprint on its page and accepts the new key. If not, somebody may be posing as this host.',
  },
  certificateChanged: {
    'zh-TW':
      '如果主機剛更新憑證或重新安裝，請由管理員在資產頁面比對指紋並接受新的憑證；否則可能有人冒充這台主機。',
    en: 'If the host has a new certificate or was installed anew, an administrator compares the fingerprint on its page and accepts it. If not, somebody may be posing as this host.',
  },
  certificateUnknown: {
    'zh-TW': '執行一次連線檢測，就會記下遠端桌面的憑證。',
    en: 'A connection test remembers the certificate of this host.',
  },
  certificateGone: {
    'zh-TW': '如果這台主機確實不再使用 TLS，請由管理員在資產頁面移除記錄的憑證；否則可能有人冒充這台主機。',
    en: 'If this host really no longer uses TLS, an administrator removes the known certificate on its page. If not, somebody may be posing as this host.',
  },
  hostKeyUnknown: {
    'zh-TW': '由可編輯資產的管理員確認金鑰指紋，或執行一次連線檢測後，即可連線。',
    en: 'An administrator who may edit assets confirms its fingerprint, or tests the connection once.',
  },
  login: {
    'zh-TW': '密碼可能已變更或到期，請更新資產的帳號或登入憑證後重試。',
    en: 'The password may have changed or expired. Correct the account or credential of the asset, then try again.',
  },
  shell: {
    'zh-TW': '請確認這個帳號在主機上可以使用 shell。',
    en: 'Check that the account may use a shell on the host.',
  },
  desktopService: {
    'zh-TW': '管理員可在「系統設定」的 RDP 或 VNC 分頁看到 guacd 的狀態與原因。',
    en: 'An administrator sees the state of guacd, and the reason, on the RDP and VNC pages of the settings.',
  },
  desktopLogin: {
    'zh-TW': '請確認資產的連接埠、協定與安全模式，以及帳號與密碼是否正確。',
    en: 'Check port, protocol and security mode of the asset, and that user name and password are right.',
  },
  desktopAccount: {
    'zh-TW': '請在遠端主機允許這個帳號使用遠端桌面，例如加入「Remote Desktop Users」群組。',
    en: 'Let the account use remote desktops on that host, such as by the group Remote Desktop Users.',
  },
  directOnly: {
    'zh-TW': '請在伺服器本機安裝 guacd，或讓這個資產可以直接連線。',
    en: 'Install guacd on the machine of the server, or let the asset be reached directly.',
  },
  vncSecurity: {
    'zh-TW': '請在主機的 VNC 設定中啟用「VNC 密碼」或 VeNCrypt 驗證。',
    en: 'Turn on VNC passwords or VeNCrypt in the settings of the VNC server.',
  },
  vncRefused: {
    'zh-TW': '請確認資產的密碼正確，等幾分鐘再試；仍然不行時，重新啟動主機上的 VNC 服務。',
    en: 'Check the password of the asset and try again in a few minutes. If that does not help, restart the VNC server.',
  },
  consoleRights: {
    'zh-TW': '請在虛擬化主機上把這個帳號加入 libvirt 群組（Proxmox 需要 root 或免密碼的 sudo）。',
    en: 'Add the account to the group libvirt on the hypervisor (Proxmox needs root, or sudo without a password).',
  },
  consoleForward: {
    'zh-TW': '請在虛擬化主機的 sshd 設定中允許 AllowTcpForwarding，至少為 local。',
    en: 'Allow AllowTcpForwarding in the sshd of the hypervisor, at least local.',
  },
  consoleText: {
    'zh-TW': '可改用 VNC 主控台，或在虛擬機加入 pty 序列埠裝置。',
    en: 'Use the VNC console, or add a serial device of the type pty to the machine.',
  },
  consoleScreen: {
    'zh-TW': '可改用文字主控台，或讓虛擬機的 VNC 監聽 127.0.0.1。',
    en: 'Use the text console, or let VNC of the machine listen on 127.0.0.1.',
  },
  administrator: {
    'zh-TW': '請稍後重試；如果一直發生，請將時間告訴管理員，伺服器紀錄裡有原因。',
    en: 'Try again later. If it goes on, tell an administrator when it happened: the log of the server has the reason.',
  },
} as const satisfies Record<string, Sentence>;

type Advice = keyof typeof ADVICE_WORDS;

/** What is missing here says by itself what to do, or nothing can be done. */
export const ADVICE_OF: Partial<Record<SessionEndKind | WayKind, Advice>> = {
  dns: 'name',
  refused: 'service',
  unreachable: 'network',
  timeout: 'network',
  socks_connect: 'proxy',
  socks_refused: 'proxy',
  socks_auth: 'proxy',
  gateway_connect: 'gateway',
  gateway_lost: 'gateway',
  gateway_timeout: 'gateway',
  gateway_auth: 'gateway',
  gateway_host_key_unknown: 'gateway',
  gateway_host_key_changed: 'gateway',
  gateway_forward_refused: 'gateway',
  gateway_missing: 'gateway',
  silent: 'protocol',
  wrong_banner: 'protocol',
  closed: 'protocol',
  handshake: 'algorithms',
  certificate_unknown: 'certificateUnknown',
  certificate_changed: 'certificateChanged',
  certificate_gone: 'certificateGone',
  certificate_unreadable: 'protocol',
  host_key_changed: 'hostKeyChanged',
  host_key_unknown: 'hostKeyUnknown',
  auth_failed: 'login',
  no_shell: 'shell',
  desktop_service: 'desktopService',
  desktop_service_lost: 'administrator',
  desktop_direct_only: 'directOnly',
  desktop_refused: 'desktopLogin',
  desktop_timeout: 'network',
  desktop_unavailable: 'service',
  desktop_error: 'desktopLogin',
  desktop_forbidden: 'desktopAccount',
  desktop_unsupported: 'administrator',
  desktop_confused: 'administrator',
  vnc_security: 'vncSecurity',
  vnc_refused: 'vncRefused',
  console_not_permitted: 'consoleRights',
  console_no_forward: 'consoleForward',
  console_no_text: 'consoleText',
  console_no_screen: 'consoleScreen',
  console_screen_local: 'consoleScreen',
  console_failed: 'administrator',
  failed: 'administrator',
};
