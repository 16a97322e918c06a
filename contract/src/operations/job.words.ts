import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'job.not_found': { 'zh-TW': '找不到這個排程工作', en: 'There is no such job.' },
  'job.run_not_found': {
    'zh-TW': '找不到這次執行，紀錄可能已清空',
    en: 'There is no such run. Its log may have been cleared.',
  },
  'job.self_refused': {
    'zh-TW': '排程工作不能在堡壘機本身執行指令。請將這台主機新增為資產，再選擇該資產。',
    en: 'A job runs no commands on the bastion itself. Add that machine as an asset and choose it.',
  },
  'job.metadata_invalid': {
    'zh-TW': '工作內容（metadata）不正確，請檢查指令或備份設定',
    en: 'The content of the job (metadata) is not valid. Check the script or the backup settings.',
  },
  'job.assets_missing': { 'zh-TW': '請至少選擇一個資產', en: 'Choose at least one asset.' },
  'job.tags_missing': { 'zh-TW': '請至少選擇一個標籤', en: 'Choose at least one tag.' },
  'job.on_hold': {
    'zh-TW': '「{name}」的執行紀錄有一部分在法律保留中，不能刪除。需要刪除時，請先在「證據與保留」解除',
    en: 'Some of what “{name}” did is on legal hold and cannot be deleted. Lift the hold on the page “Evidence and holds” first.',
  },
  'job.already_running': {
    'zh-TW': '上一次執行還沒有結束，這個工作不允許同時執行',
    en: 'The run before is still going on, and this job does not run twice at a time.',
  },
  'job.not_running': { 'zh-TW': '這次執行已經結束', en: 'This run is over already.' },
  'job.owner_gone': {
    'zh-TW': '工作的擁有者已停用、刪除，或不再有權管理排程工作。請編輯並儲存這個工作，由您成為擁有者。',
    en: 'The owner of the job is disabled, deleted or no longer in charge of jobs. Edit and save the job to become its owner.',
  },
  'job.passphrase_missing': {
    'zh-TW': '請設定備份檔的通行片語',
    en: 'Set a passphrase for the backup files.',
  },
  'job.collect_forbidden': {
    'zh-TW': '採集實體主機的工作，擁有者需要「立即採集」的權限。',
    en: 'The owner of a job that collects nodes needs the right to collect them.',
  },
  'job.storage_missing': {
    'zh-TW': '請選擇您可以寫入的儲存空間',
    en: 'Choose a storage space that you may write to.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  job: { 'zh-TW': '排程工作', en: 'Job' },
  'job.created': { 'zh-TW': '新增排程工作', en: 'Job created' },
  'job.updated': { 'zh-TW': '修改排程工作', en: 'Job changed' },
  'job.deleted': { 'zh-TW': '刪除排程工作', en: 'Job deleted' },
  'job.enabled': { 'zh-TW': '啟用排程工作', en: 'Job enabled' },
  'job.disabled': { 'zh-TW': '停用排程工作', en: 'Job disabled' },
  'job.paused': { 'zh-TW': '排程工作因擁有者失效而暫停', en: 'Job paused for want of its owner' },
  'job.started': { 'zh-TW': '立即執行排程工作', en: 'Job run by hand' },
  'job.stopped': { 'zh-TW': '中止排程工作', en: 'Run of a job stopped' },
  'job.log-cleared': { 'zh-TW': '清空排程工作的執行紀錄', en: 'Log of a job cleared' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'job.created': ['system', 'configuration', 'creation', 'notice'],
  'job.updated': ['system', 'configuration', 'change', 'notice'],
  'job.deleted': ['system', 'configuration', 'deletion', 'notice'],
  'job.enabled': ['system', 'configuration', 'change', 'info'],
  'job.disabled': ['system', 'configuration', 'change', 'info'],
  'job.paused': ['system', 'configuration', 'change', 'warning'],
  'job.started': ['system', 'process', 'start', 'info'],
  'job.stopped': ['system', 'process', 'end', 'info'],
  'job.log-cleared': ['evidence', 'configuration', 'deletion', 'warning'],
} satisfies Record<string, EventRow>;
