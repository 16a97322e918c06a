import type { Sentence } from '../language.ts';

interface HealthWords {
  level: 'unknown' | 'warn' | 'critical';
  /** What is wrong. */
  message: Sentence;
  /** What can be done about it. */
  remedy: Sentence;
}

/** Why a GPU is not well; the worst come first. `{value}` is the figure or the word that it is about. */
export const GPU_HEALTH_WORDS = {
  lost: {
    level: 'critical',
    message: {
      'zh-TW': 'GPU 掉卡：驅動程式已無法與它溝通',
      en: 'Lost: the driver no longer reaches the card',
    },
    remedy: {
      'zh-TW': '請檢查電源、轉接線與散熱，將工作移到其他主機後重新開機；若再次發生，請更換這張卡。',
      en: 'Check power, risers and cooling, move the work elsewhere and restart the host; replace the card if it happens again.',
    },
  },
  recovery: {
    level: 'critical',
    message: {
      'zh-TW': '驅動程式要求處理：{value}',
      en: 'The driver asks for: {value}',
    },
    remedy: {
      'zh-TW': '請先結束這張卡上的程序，再依驅動程式的要求重設 GPU 或重新開機。',
      en: 'End the processes on the card, then reset it or restart the host as the driver asks.',
    },
  },
  'remap-failed': {
    level: 'critical',
    message: { 'zh-TW': '記憶體列重新對應失敗', en: 'Remapping of memory rows failed' },
    remedy: {
      'zh-TW': '備用的記憶體列已用盡，請停止使用並向供應商申請更換。',
      en: 'The card has no spare rows left: stop using it and have it replaced.',
    },
  },
  'ecc-uncorrected': {
    level: 'critical',
    message: {
      'zh-TW': '過去 24 小時出現 {value} 個無法修正的 ECC 錯誤',
      en: '{value} uncorrectable ECC errors within a day',
    },
    remedy: {
      'zh-TW': '這段時間的計算結果可能有誤。請結束程序並重設 GPU；若再次發生，請執行原廠診斷。',
      en: 'Results of that time may be wrong. End the processes and reset the card; run the vendor’s diagnostics if it happens again.',
    },
  },
  'xid-critical': {
    level: 'critical',
    message: { 'zh-TW': '驅動程式回報 Xid {value}', en: 'The driver reported Xid {value}' },
    remedy: {
      'zh-TW': '這是硬體或匯流排層級的錯誤。請移走工作並重設 GPU 或重新開機，並保留核心紀錄給供應商。',
      en: 'A fault of the hardware or the bus. Move the work, reset the card or restart the host, and keep the kernel’s log for the vendor.',
    },
  },
  hot: {
    level: 'warn',
    message: { 'zh-TW': '溫度 {value} °C，過高', en: '{value} °C is too hot' },
    remedy: {
      'zh-TW': '請檢查機櫃氣流、風扇與進風溫度。',
      en: 'Check the airflow of the rack, the fans and the intake temperature.',
    },
  },
  'hw-thermal': {
    level: 'warn',
    message: { 'zh-TW': '因過熱而由硬體降速', en: 'The hardware slows down because of heat' },
    remedy: {
      'zh-TW': '請檢查散熱；在此之前效能會明顯下降。',
      en: 'Check the cooling; until then it is much slower.',
    },
  },
  'hw-power-brake': {
    level: 'warn',
    message: { 'zh-TW': '供電系統要求降速', en: 'The power supply asks for less' },
    remedy: {
      'zh-TW': '請檢查電源供應器、機櫃電力上限與備援是否正常。',
      en: 'Check the power supplies, the power limit of the rack and their redundancy.',
    },
  },
  'remap-pending': {
    level: 'warn',
    message: { 'zh-TW': '有記憶體列等待重新對應', en: 'Memory rows wait to be remapped' },
    remedy: {
      'zh-TW': '請在方便時結束程序並重設 GPU（或重新開機），重新對應才會生效。',
      en: 'Reset the card or restart the host when it suits: only then are the rows remapped.',
    },
  },
  'ecc-corrected': {
    level: 'warn',
    message: {
      'zh-TW': '過去 24 小時修正了 {value} 個 ECC 錯誤',
      en: '{value} ECC errors were corrected within a day',
    },
    remedy: {
      'zh-TW': '錯誤已被修正，但數量偏高；請持續觀察，若增加請安排原廠診斷。',
      en: 'They were put right, but there are many: keep an eye on it, and run the vendor’s diagnostics if they grow.',
    },
  },
  'xid-warn': {
    level: 'warn',
    message: { 'zh-TW': '驅動程式回報 Xid {value}', en: 'The driver reported Xid {value}' },
    remedy: {
      'zh-TW': '受影響的程序已被中止，其他程序不受影響；若再次發生請重設 GPU。',
      en: 'The process concerned was ended, others are not touched; reset the card if it happens again.',
    },
  },
  'slow-driver': {
    level: 'warn',
    message: {
      'zh-TW': '未啟用持續模式，採集花了 {value} 秒',
      en: 'Persistence is off, and asking took {value} seconds',
    },
    remedy: {
      'zh-TW': '請在主機上執行 nvidia-smi -pm 1，或啟用 nvidia-persistenced。',
      en: 'Run nvidia-smi -pm 1 on the host, or enable nvidia-persistenced.',
    },
  },
  driver: {
    level: 'unknown',
    message: {
      'zh-TW': 'GPU 驅動程式未載入或版本不符',
      en: 'The GPU driver is not loaded, or of another version',
    },
    remedy: {
      'zh-TW': '更新驅動程式後通常需要重新開機。',
      en: 'After an update of the driver the host usually needs a restart.',
    },
  },
  'no-driver': {
    level: 'unknown',
    message: { 'zh-TW': '這張卡沒有驅動程式', en: 'No driver has taken this card' },
    remedy: {
      'zh-TW': '安裝驅動程式後，下一次採集硬體資訊時會顯示數據。',
      en: 'Install its driver; figures come with the next look at the hardware.',
    },
  },
  'no-parser': {
    level: 'unknown',
    message: { 'zh-TW': '尚不支援讀取這個廠牌的數據', en: 'Figures of this vendor cannot be read yet' },
    remedy: { 'zh-TW': '目前只列出卡片本身。', en: 'Only the card itself is listed.' },
  },
  'not-answering': {
    level: 'unknown',
    message: { 'zh-TW': 'nvidia-smi 沒有在時限內回應', en: 'nvidia-smi did not answer in time' },
    remedy: {
      'zh-TW': '驅動程式可能停滯；其他數據仍會採集。若持續發生，請重新開機。',
      en: 'The driver may hang; everything else is still collected. Restart the host if it goes on.',
    },
  },
  stale: {
    level: 'unknown',
    message: { 'zh-TW': '已有一段時間沒有新數據', en: 'No new figures for a while' },
    remedy: {
      'zh-TW': '請查看所在主機的狀態與採集設定。',
      en: 'Look at the state of its host, and whether it is still asked.',
    },
  },
  gone: {
    level: 'critical',
    message: { 'zh-TW': '主機有回應，但已找不到這張卡', en: 'The host answers, and the card is not there' },
    remedy: {
      'zh-TW': '若是掉卡，請檢查硬體並重新開機；若已拆除或移機，可將它從清單移除。',
      en: 'If it was lost, check the hardware and restart the host; if it was taken out, forget it.',
    },
  },
} as const satisfies Record<string, HealthWords>;

export type GpuHealthReason = keyof typeof GPU_HEALTH_WORDS;

interface XidWords {
  level: 'critical' | 'warn' | 'info';
  meaning: Sentence;
}

/** Faults by their number in the driver's catalogue. Others are listed without a meaning, and raise no alarm. */
export const XID_WORDS: Readonly<Record<number, XidWords>> = {
  13: { level: 'info', meaning: { 'zh-TW': '程式的運算錯誤（非硬體問題）', en: 'A fault of the program' } },
  31: {
    level: 'info',
    meaning: { 'zh-TW': '程式存取了無效的記憶體', en: 'The program read memory that is not there' },
  },
  43: { level: 'info', meaning: { 'zh-TW': '程式停止了運算', en: 'The program stopped computing' } },
  45: { level: 'info', meaning: { 'zh-TW': '程序被中止', en: 'A process was ended' } },
  48: { level: 'critical', meaning: { 'zh-TW': '雙位元 ECC 錯誤', en: 'Double-bit ECC error' } },
  62: { level: 'critical', meaning: { 'zh-TW': '內部微控制器停擺', en: 'The inner controller halted' } },
  63: { level: 'info', meaning: { 'zh-TW': '已記錄記憶體列重新對應', en: 'Remapping of a row noted' } },
  64: { level: 'critical', meaning: { 'zh-TW': '記憶體列重新對應失敗', en: 'Remapping of a row failed' } },
  74: { level: 'critical', meaning: { 'zh-TW': 'NVLink 錯誤', en: 'NVLink error' } },
  79: { level: 'critical', meaning: { 'zh-TW': 'GPU 從匯流排上消失', en: 'Fallen off the bus' } },
  92: { level: 'info', meaning: { 'zh-TW': '單位元 ECC 錯誤偏多', en: 'Many single-bit ECC errors' } },
  94: { level: 'warn', meaning: { 'zh-TW': '已隔離的 ECC 錯誤', en: 'Contained ECC error' } },
  95: { level: 'critical', meaning: { 'zh-TW': '未能隔離的 ECC 錯誤', en: 'Uncontained ECC error' } },
  119: { level: 'critical', meaning: { 'zh-TW': 'GSP 沒有回應', en: 'GSP does not answer' } },
  120: { level: 'critical', meaning: { 'zh-TW': 'GSP 錯誤', en: 'GSP error' } },
};
