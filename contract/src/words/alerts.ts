import type { Sentence } from '../language.ts';

interface Words {
  /** Of the letter. */
  subject: Sentence;
  /** What is the matter and what to do: above the pages and in the letter. */
  text: Sentence;
}

/** What an alert says. One kind may have several ways to put it. */
export const ALERT_WORDS = {
  'disk-low': {
    subject: { 'zh-TW': '磁碟空間不足', en: 'Disk space is low' },
    text: {
      'zh-TW':
        '磁碟空間不足：{folder} 只剩 {free}，恢復到 {mark} 以上才能開啟新連線。請刪除舊錄影、擴充磁碟，或調整錄影設定中的空間下限。',
      en: 'Disk space is low: {folder} has {free} left. New sessions can be opened again when there are {mark}. Delete old recordings, enlarge the disk, or change the limit in the recording settings.',
    },
  },
  'disk-full': {
    subject: { 'zh-TW': '磁碟空間即將用盡', en: 'The disk is almost full' },
    text: {
      'zh-TW':
        '磁碟空間即將用盡：{folder} 只剩 {free}，不能開啟新連線，錄影中的連線依設定處理。請立即釋出空間。',
      en: 'The disk is almost full: {folder} has {free} left. No new sessions can be opened, and recorded ones end or go on as the settings say. Make room now.',
    },
  },
  guacd: {
    subject: { 'zh-TW': '遠端桌面服務沒有回應', en: 'Remote desktops do not work' },
    text: {
      'zh-TW':
        'guacd（{address}）沒有回應，RDP 與 VNC 連線無法開啟。請檢查 guacd 是否執行，以及網路是否相通。',
      en: 'guacd ({address}) does not answer, so RDP and VNC sessions cannot be opened. See whether it runs and can be reached.',
    },
  },
  database: {
    subject: { 'zh-TW': '資料庫沒有回應', en: 'The database does not answer' },
    text: {
      'zh-TW': '資料庫沒有回應，暫時無法登入或開啟新連線。請檢查資料庫是否執行、網路是否相通，以及磁碟空間。',
      en: 'The database does not answer, so nobody can sign in or open sessions. See whether it runs and can be reached, and whether its disk has room.',
    },
  },
  storage: {
    subject: { 'zh-TW': '檔案儲存無法使用', en: 'Stored files cannot be used' },
    text: {
      'zh-TW': '檔案儲存（{place}）無法使用，上傳、下載與錄影可能失敗。請檢查連線、金鑰、權限與空間。',
      en: 'Stored files ({place}) cannot be used, so uploads, downloads and recordings may fail. Check the connection, keys, permissions and room.',
    },
  },
  'job-failed': {
    subject: { 'zh-TW': '排程工作「{name}」執行失敗', en: 'Job “{name}” failed' },
    text: {
      'zh-TW': '排程工作「{name}」上次執行沒有成功（{state}），請查看執行紀錄。',
      en: 'The job “{name}” did not succeed when it ran last ({state}). See its log.',
    },
  },
  'job-paused': {
    subject: { 'zh-TW': '排程工作「{name}」已暫停', en: 'Job “{name}” is paused' },
    text: {
      'zh-TW':
        '排程工作「{name}」因擁有者停用、刪除或失去權限而暫停。請編輯並儲存這個工作成為擁有者，再重新啟用；不需要時請刪除。',
      en: 'The job “{name}” is paused because its owner is disabled, deleted or lost the right. Edit and save it to become its owner and enable it again, or delete it.',
    },
  },
  'backup-late': {
    subject: { 'zh-TW': '備份工作「{name}」逾期', en: 'Backup job “{name}” is late' },
    text: {
      'zh-TW': '備份工作「{name}」應在 {due} 完成備份，但上次成功是 {last}。請查看執行紀錄。',
      en: 'The backup job “{name}” should have made a backup at {due}; the last good one was {last}. See its log.',
    },
  },
  'backup-never': {
    subject: { 'zh-TW': '備份工作「{name}」逾期', en: 'Backup job “{name}” is late' },
    text: {
      'zh-TW': '備份工作「{name}」應在 {due} 完成備份，但從未成功。請查看執行紀錄。',
      en: 'The backup job “{name}” should have made a backup at {due}, and has never made one. See its log.',
    },
  },
  'evidence-bad': {
    subject: { 'zh-TW': '錄影與簽章不符', en: 'Recordings are not as they were signed' },
    text: {
      'zh-TW':
        '每日檢查發現 {count} 個工作階段的錄影與簽章不符或遺失內容，最近的一個在「{asset}」。請到「證據與保留」查看是哪一處，並保存目前的檔案。',
      en: 'The daily check found {count} sessions whose recordings were altered or lost content, the newest at “{asset}”. See “Evidence and holds” for the place, and keep the files as they are.',
    },
  },
  'checkpoints-waiting': {
    subject: { 'zh-TW': '稽核檢查點無法鎖定', en: 'Checkpoints of the audit log cannot be locked' },
    text: {
      'zh-TW':
        '從 {since} 起，簽署過的稽核檢查點無法存入 S3 的鎖定儲存桶「{bucket}」，會持續重試。請檢查 S3 的連線與金鑰，並確認該儲存桶已啟用物件鎖定（Object Lock）。',
      en: 'Since {since} signed checkpoints of the audit log cannot be put into the locked bucket “{bucket}” of S3; this is tried again. Look at the connection and the key, and whether the bucket was made with object lock.',
    },
  },
  'source-away': {
    subject: { 'zh-TW': '登入來源「{name}」沒有回應', en: 'Identity source “{name}” does not answer' },
    text: {
      'zh-TW':
        '登入來源「{name}」沒有回應或無法使用（{reason}），屬於它的人無法登入，也不會同步；本機帳號不受影響。請檢查該來源與網路。',
      en: 'The identity source “{name}” does not answer or cannot be used ({reason}): its people cannot sign in and are not synchronised. Local accounts are not concerned. Look at the source and the network.',
    },
  },
  'passkey-copied': {
    subject: {
      'zh-TW': '「{username}」的通行金鑰可能遭到複製',
      en: 'A passkey of “{username}” may have been copied',
    },
    text: {
      'zh-TW':
        '「{username}」的通行金鑰「{name}」使用次數比先前少，可能遭到複製，已停止使用。請與本人確認，並在使用者的通行金鑰分頁移除它。',
      en: 'The passkey “{name}” of “{username}” counted fewer uses than before. It may have been copied and is refused. Ask its person, and remove it on the tab of their passkeys.',
    },
  },
  'source-held': {
    subject: {
      'zh-TW': '登入來源「{name}」的同步已暫停',
      en: 'Synchronisation of “{name}” is held',
    },
    text: {
      'zh-TW':
        '同步「{name}」會讓 {of} 人中的 {count} 人停用或失去全部權限，已暫停等待確認。請檢查目錄與搜尋位置，確定無誤後在登入來源頁放行。',
      en: 'Synchronising “{name}” would disable {count} of {of} people, or take everything from them, so it waits. Look at the directory and its bases, and let it through on the page of identity sources if it is right.',
    },
  },
  'certificate-ending': {
    subject: { 'zh-TW': 'TLS 憑證即將到期', en: 'The TLS certificate ends soon' },
    text: {
      'zh-TW':
        '這台伺服器的 TLS 憑證將在 {until} 到期。請在此之前更新 TLS 憑證與金鑰的檔案，不需要重新啟動。',
      en: 'The TLS certificate of this server ends at {until}. Renew its files before then; no restart is needed.',
    },
  },
  'certificate-urgent': {
    subject: { 'zh-TW': 'TLS 憑證三天內到期', en: 'The TLS certificate ends within three days' },
    text: {
      'zh-TW':
        '這台伺服器的 TLS 憑證三天內（{until}）到期，之後瀏覽器會拒絕連線。請立即更新 TLS 憑證與金鑰的檔案，不需要重新啟動。',
      en: 'The TLS certificate of this server ends within three days, at {until}; after that browsers refuse to connect. Renew its files now; no restart is needed.',
    },
  },
  'certificate-ended': {
    subject: { 'zh-TW': 'TLS 憑證已到期', en: 'The TLS certificate has ended' },
    text: {
      'zh-TW':
        '這台伺服器的 TLS 憑證已在 {until} 到期，瀏覽器會拒絕連線。請立即更新 TLS 憑證與金鑰的檔案，不需要重新啟動。',
      en: 'The TLS certificate of this server ended at {until}, and browsers refuse to connect. Renew its files now; no restart is needed.',
    },
  },
  'events-failing': {
    subject: { 'zh-TW': '事件無法送達「{name}」', en: 'Events do not reach “{name}”' },
    text: {
      'zh-TW': '事件無法送達「{name}」，會持續重試，待送的事件保留在資料庫。請到事件轉送查看原因。',
      en: 'Events do not reach “{name}”. They are kept and tried again; see event forwarding for the reason.',
    },
  },
  'events-closing': {
    subject: { 'zh-TW': '因事件無法送達而暫停新連線', en: 'No new sessions: events are not delivered' },
    text: {
      'zh-TW':
        '事件超過 {hours} 小時無法送達「{name}」，依設定暫停開啟新的連線。請恢復接收端，或到事件轉送關閉這項限制。',
      en: 'Events have not reached “{name}” for more than {hours} hours, so no new sessions are opened. Bring the receiver back, or switch this off in event forwarding.',
    },
  },
  'events-dropped': {
    subject: { 'zh-TW': '「{name}」遺失事件', en: '“{name}” lost events' },
    text: {
      'zh-TW':
        '待送事件超過空間上限，「{name}」已遺失 {count} 筆最舊的事件。請恢復接收端，或調高系統設定中的事件空間上限。',
      en: 'Events that waited needed more room than there is: “{name}” lost the oldest {count}. Bring the receiver back, or raise the limit in the settings.',
    },
  },
  'events-undeliverable': {
    subject: { 'zh-TW': '「{name}」有無法送達的事件', en: 'Events for “{name}” were given up' },
    text: {
      'zh-TW': '「{name}」有 {count} 筆事件三天內都無法送達。請到事件轉送查看原因，並在排除後重送。',
      en: '{count} events could not be delivered to “{name}” within three days. See event forwarding for the reason, and send them again.',
    },
  },
  'index-waiting': {
    subject: { 'zh-TW': '搜尋索引進度落後', en: 'The search index falls behind' },
    text: {
      'zh-TW':
        '等待編入索引的工作階段持續增加，目前有 {count} 個，新的終端機輸出要很久才搜尋得到。請檢查伺服器的負載與磁碟。',
      en: 'Ever more sessions wait to be indexed, {count} now, so new output is found late. Look at the load and the disk of the server.',
    },
  },
  'recordings-waiting': {
    subject: { 'zh-TW': '錄影搬移進度落後', en: 'Moving recordings falls behind' },
    text: {
      'zh-TW':
        '等待移到 S3 的錄影持續增加，目前有 {count} 個，會佔用這台伺服器的磁碟。請檢查 S3 的連線與速度。',
      en: 'Ever more recordings wait to be moved to S3, {count} now, and fill the disk of this server. Look at the connection and speed of S3.',
    },
  },
  'node-down': {
    subject: { 'zh-TW': '實體主機「{name}」離線', en: 'Node “{name}” is down' },
    text: {
      'zh-TW': '實體主機「{name}」離線：{reason}。請檢查電源、網路與 SSH 服務；預定維護時請設為維護中。',
      en: 'The node “{name}” is down: {reason}. See whether it has power, network and SSH. Set it to maintenance when this is planned.',
    },
  },
  'node-blind': {
    subject: { 'zh-TW': '實體主機「{name}」無法採集', en: 'Node “{name}” cannot be asked' },
    text: {
      'zh-TW': '實體主機「{name}」已停止採集：{reason}。{remedy}',
      en: 'The node “{name}” is not asked any more: {reason}. {remedy}',
    },
  },
  'nodes-down': {
    subject: { 'zh-TW': '另有多台實體主機離線', en: 'More nodes are down' },
    text: {
      'zh-TW': '另有 {count} 台實體主機離線或無法採集。請檢查網路與存取閘道，並查看實體主機頁。',
      en: '{count} more nodes are down or cannot be asked. Look at the network and the gateways, and at the page of nodes.',
    },
  },
  'gpu-lost': {
    subject: { 'zh-TW': '實體主機「{name}」的 GPU 掉卡', en: 'Node “{name}” lost a GPU' },
    text: {
      'zh-TW':
        '實體主機「{name}」的 GPU 掉卡（{detail}）。請保存工作後重新開機；再次發生時請檢查插槽、供電與卡片。',
      en: 'The node “{name}” lost a GPU ({detail}). Save the work and restart it; if it happens again, look at slot, power and card.',
    },
  },
  'gpu-missing': {
    subject: { 'zh-TW': '實體主機「{name}」少了 GPU', en: 'Node “{name}” has fewer GPUs' },
    text: {
      'zh-TW': '實體主機「{name}」應有 {old} 張 GPU，現在只找到 {new} 張。請檢查卡片，或在變更紀錄中確認。',
      en: 'The node “{name}” should have {old} GPUs and has {new}. Look at the cards, or confirm the change.',
    },
  },
  'gpu-sick': {
    subject: { 'zh-TW': '實體主機「{name}」的 GPU 故障', en: 'A GPU of node “{name}” is sick' },
    text: {
      'zh-TW':
        '實體主機「{name}」有 GPU 回報故障（記憶體列重新對應失敗，或驅動程式要求重設）。請停止派送工作並檢查該卡。',
      en: 'A GPU of the node “{name}” reports a fault (row remapping failed, or the driver wants it reset). Give it no more work and look at it.',
    },
  },
} as const satisfies Record<string, Words>;
export type AlertWording = keyof typeof ALERT_WORDS;

/** What stands around it in a letter. */
export const ALERT_LETTER_WORDS = {
  overSubject: { 'zh-TW': '已恢復：{subject}', en: 'Over: {subject}' },
  over: { 'zh-TW': '先前通知的狀況已經解除：{subject}。', en: 'What you were told of is over: {subject}.' },
  server: { 'zh-TW': '伺服器：{server}', en: 'Server: {server}' },
  since: { 'zh-TW': '開始時間：{time}（{zone}）', en: 'Since: {time} ({zone})' },
  until: { 'zh-TW': '解除時間：{time}（{zone}）', en: 'Until: {time} ({zone})' },
} as const satisfies Record<string, Sentence>;
