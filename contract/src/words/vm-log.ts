import type { VmState } from '../fleet/vm-state.ts';
import type { VmLogStep } from '../fleet/vm.ts';
import type { Sentence } from '../language.ts';

/** What the log of a task says, line by line. */
export const VM_LOG_WORDS: Record<VmLogStep, Sentence> = {
  began: { 'zh-TW': '開始，虛擬機目前{state}', en: 'Began; the machine is {state}' },
  sent: { 'zh-TW': '虛擬化平台已接受指令', en: 'The hypervisor took the command' },
  refused: { 'zh-TW': '虛擬化平台沒有照做', en: 'The hypervisor did not do it' },
  waiting: {
    'zh-TW': '等待虛擬機的作業系統回應，最多 {seconds} 秒',
    en: 'Waiting for the guest to answer, {seconds} s at most',
  },
  seen: { 'zh-TW': '虛擬機{state}', en: 'The machine is {state}' },
  unreadable: { 'zh-TW': '無法讀取虛擬機的狀態', en: 'The state of the machine could not be read' },
  done: { 'zh-TW': '完成', en: 'Done' },
  deadline: {
    'zh-TW': '期限已到，虛擬機沒有回應。可以再等一次，或強制關機。',
    en: 'The deadline passed and the guest did not answer. Try again, or force it off.',
  },
  superseded: {
    'zh-TW': '不再等待，改為執行另一個動作',
    en: 'No longer waited for: another action took its place',
  },
  interrupted: {
    'zh-TW': '伺服器在動作完成前停止，結果未知；狀態以重新讀取為準',
    en: 'The server stopped before the end. What became of it is unknown; the state is read anew',
  },
};

export const VM_STATE_WORDS: Record<VmState, Sentence> = {
  stopped: { 'zh-TW': '已關機', en: 'stopped' },
  starting: { 'zh-TW': '啟動中', en: 'starting' },
  running: { 'zh-TW': '執行中', en: 'running' },
  paused: { 'zh-TW': '已暫停', en: 'paused' },
  stopping: { 'zh-TW': '關機中', en: 'stopping' },
  rebooting: { 'zh-TW': '重新啟動中', en: 'rebooting' },
  crashed: { 'zh-TW': '已當機', en: 'crashed' },
  suspended: { 'zh-TW': '睡眠', en: 'suspended' },
  locked: { 'zh-TW': '鎖定', en: 'locked' },
  missing: { 'zh-TW': '找不到', en: 'missing' },
  unknown: { 'zh-TW': '狀態未知', en: 'unknown' },
};
