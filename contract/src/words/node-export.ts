import type { NodeLifecycle } from '../fleet/node.ts';
import type { Sentence } from '../language.ts';
import type { NodeStatus } from '../node-status.ts';

/** The header of the list of physical hosts as a file, and the words in it. */
export const NODE_EXPORT_COLUMNS = {
  name: { 'zh-TW': '名稱', en: 'Name' },
  status: { 'zh-TW': '狀態', en: 'State' },
  lifecycle: { 'zh-TW': '使用狀態', en: 'Use' },
  hostname: { 'zh-TW': '主機名稱', en: 'Host name' },
  address: { 'zh-TW': '位址', en: 'Address' },
  place: { 'zh-TW': '位置', en: 'Place' },
  assetTag: { 'zh-TW': '財產編號', en: 'Inventory label' },
  serial: { 'zh-TW': '序號', en: 'Serial number' },
  hardware: { 'zh-TW': '硬體', en: 'Hardware' },
  os: { 'zh-TW': '作業系統', en: 'Operating system' },
  cpu: { 'zh-TW': 'CPU', en: 'CPU' },
  threads: { 'zh-TW': 'CPU 執行緒', en: 'CPU threads' },
  memory: { 'zh-TW': '記憶體（位元組）', en: 'Memory (bytes)' },
  gpu: { 'zh-TW': 'GPU', en: 'GPU' },
  warrantyUntil: { 'zh-TW': '保固到期日', en: 'Warranty until' },
  labels: { 'zh-TW': '標籤', en: 'Labels' },
  seen: { 'zh-TW': '最後回應', en: 'Last answer' },
} as const satisfies Record<string, Sentence>;

export const NODE_STATUS_WORDS = {
  'auth-failed': { 'zh-TW': '登入失敗', en: 'Login refused' },
  degraded: { 'zh-TW': '部分異常', en: 'Partly failing' },
  'host-key-changed': { 'zh-TW': '金鑰已變更', en: 'Key changed' },
  offline: { 'zh-TW': '離線', en: 'Offline' },
  online: { 'zh-TW': '線上', en: 'Online' },
  unknown: { 'zh-TW': '未知', en: 'Unknown' },
} as const satisfies Record<NodeStatus, Sentence>;

export const NODE_LIFECYCLE_WORDS = {
  active: { 'zh-TW': '使用中', en: 'In use' },
  maintenance: { 'zh-TW': '維護中', en: 'Maintenance' },
  planned: { 'zh-TW': '規劃中', en: 'Planned' },
  retired: { 'zh-TW': '已退役', en: 'Retired' },
} as const satisfies Record<NodeLifecycle, Sentence>;
