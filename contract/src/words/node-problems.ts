import type { Sentence } from '../language.ts';

interface ProblemWords {
  /** What is wrong. */
  message: Sentence;
  /** What can be done about it. */
  remedy: Sentence;
}

/** What may go wrong while a node is asked, or in one part of what it answers. */
export const NODE_PROBLEM_WORDS = {
  unlinked: {
    message: { 'zh-TW': '尚未連結連線資產', en: 'No connection asset is linked' },
    remedy: {
      'zh-TW': '請新增連線資產，或編輯這台主機，選擇現有的 SSH 資產。',
      en: 'Make an asset for it, or edit the node and choose an SSH asset.',
    },
  },
  tcp: {
    message: { 'zh-TW': '無法連線：{reason}', en: 'Not reachable: {reason}' },
    remedy: {
      'zh-TW': '請檢查資產的位址、連接埠與存取閘道，並確認主機已開機。',
      en: 'Check the address, port and gateway of the asset, and that the machine is on.',
    },
  },
  gateway: {
    message: { 'zh-TW': '存取閘道無法使用：{reason}', en: 'The gateway cannot be used: {reason}' },
    remedy: {
      'zh-TW': '請在「存取閘道」頁測試這個閘道。',
      en: 'Test the gateway on the page of access gateways.',
    },
  },
  auth: {
    message: { 'zh-TW': '主機拒絕登入', en: 'The machine refuses the login' },
    remedy: {
      'zh-TW': '請檢查資產的帳號與憑證。為避免帳號被鎖定，採集已放慢；修正後請按「立即採集」。',
      en: 'Check the account of the asset. To keep the account from being locked, collection has slowed down; collect now once it is put right.',
    },
  },
  hostkey: {
    message: {
      'zh-TW': '主機金鑰已變更，沒有送出任何資料',
      en: 'The host key has changed; nothing was sent',
    },
    remedy: {
      'zh-TW': '請在資產頁比對指紋並接受新的金鑰，之後會自動繼續採集。',
      en: 'Compare the fingerprint on the page of the asset and accept the key; collection then goes on.',
    },
  },
  'hostkey-unknown': {
    message: { 'zh-TW': '主機金鑰尚未確認', en: 'The host key is not known yet' },
    remedy: {
      'zh-TW': '請按「立即採集」或在資產頁執行連線檢測，以記住它的金鑰。',
      en: 'Collect now, or test the asset, so that the key of the machine is learned.',
    },
  },
  'hypervisor-address': {
    message: {
      'zh-TW': '這台主機的 libvirt 位址不允許使用，沒有送出任何指令',
      en: 'The libvirt address of this node is not allowed; no command was sent',
    },
    remedy: {
      'zh-TW': '請編輯這台主機，將 libvirt 位址改為 qemu:///system、qemu:///session 等本機位址，或留空。',
      en: 'Edit the node and enter a local address such as qemu:///system or qemu:///session, or leave it empty.',
    },
  },
  shell: {
    message: { 'zh-TW': '登入成功，但無法執行 sh', en: 'Logged in, but sh cannot be run' },
    remedy: {
      'zh-TW': '帳號需要能執行指令的登入 shell；網路設備與強制指令的帳號無法採集。',
      en: 'The account needs a login shell that runs commands; appliances and forced commands cannot be asked.',
    },
  },
  'missing-tool': {
    message: {
      'zh-TW': '主機上沒有這個工具，已改用其他來源或略過',
      en: 'The tool is not installed; other sources are used, or it is left out',
    },
    remedy: {
      'zh-TW': '需要這些資料時，請在主機上安裝工具。',
      en: 'Install the tool if its figures are wanted.',
    },
  },
  permission: {
    message: { 'zh-TW': '帳號權限不足', en: 'The account may not read this' },
    remedy: {
      'zh-TW': '請把帳號加入需要的群組，或改用權限較高的帳號。',
      en: 'Add the account to the group that may, or use another account.',
    },
  },
  timeout: {
    message: { 'zh-TW': '逾時沒有完成', en: 'Not done in time' },
    remedy: {
      'zh-TW': '主機可能過於忙碌，或有裝置沒有回應；其他部分仍會採集。',
      en: 'The machine may be too busy, or a device does not answer; the other parts are still collected.',
    },
  },
  stuck: {
    message: {
      'zh-TW': '前一個 nvidia-smi 卡在核心中，不再增加',
      en: 'An earlier nvidia-smi hangs in the kernel; no other is started',
    },
    remedy: { 'zh-TW': '通常需要重新開機。', en: 'The machine usually needs a restart.' },
  },
  driver: {
    message: {
      'zh-TW': 'GPU 驅動程式未載入或版本不符',
      en: 'The GPU driver is not loaded, or of another version',
    },
    remedy: {
      'zh-TW': '更新驅動程式後通常需要重新開機。',
      en: 'After an update of the driver the machine usually needs a restart.',
    },
  },
  'gpu-lost': {
    message: { 'zh-TW': 'GPU 掉卡', en: 'A GPU has fallen off the bus' },
    remedy: {
      'zh-TW': '請檢查電源與散熱；通常需要重新開機。',
      en: 'Check power and cooling; the machine usually needs a restart.',
    },
  },
  'disk-full': {
    message: { 'zh-TW': '檔案系統快要滿了', en: 'A file system is almost full' },
    remedy: {
      'zh-TW': '請刪除不需要的檔案、輪替紀錄檔，或擴充磁碟；滿了之後服務可能停止運作。',
      en: 'Remove what is not needed, rotate logs or enlarge the disk; services may stop once it is full.',
    },
  },
  parse: {
    message: { 'zh-TW': '輸出格式無法辨識', en: 'The answer cannot be read' },
    remedy: {
      'zh-TW': '請確認主機是 Linux，且工具沒有被其他程式取代。',
      en: 'Check that the machine runs Linux, and that its tools are its own.',
    },
  },
  truncated: {
    message: { 'zh-TW': '輸出過大，已截斷', en: 'Too much was printed; the rest was cut off' },
    remedy: {
      'zh-TW': '請檢查登入時執行的腳本是否不斷輸出文字。',
      en: 'Check whether a login script prints without end.',
    },
  },
} as const satisfies Record<string, ProblemWords>;

export type NodeProblemKind = keyof typeof NODE_PROBLEM_WORDS;
