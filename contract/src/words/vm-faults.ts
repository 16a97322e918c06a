import type { Sentence } from '../language.ts';

/** Why a hypervisor did not list its machines or did not do as it was asked, with what to do about it. */
export const VM_FAULT_WORDS = {
  'missing-tool': {
    'zh-TW': '主機上沒有 virsh 或 pvesh。請安裝 libvirt-clients，或確認這是 Proxmox 節點。',
    en: 'The host has neither virsh nor pvesh. Install libvirt-clients, or check that it is a Proxmox node.',
  },
  permission: {
    'zh-TW':
      '採集帳號的權限不足。libvirt 請將帳號加入 libvirt 群組；Proxmox 需要 root，或可用 sudo 執行 pvesh。',
    en: 'The account may not do this. For libvirt add it to the group libvirt; Proxmox needs root, or sudo for pvesh.',
  },
  unreachable: {
    'zh-TW':
      '連不上主機上的虛擬化服務。請確認 libvirtd（或 virtqemud）已啟動，以及主機設定的 libvirt 位址正確。',
    en: 'The hypervisor of the host does not answer. Check that libvirtd (or virtqemud) runs and that the libvirt address of the node is right.',
  },
  gone: {
    'zh-TW': '虛擬化平台上已經沒有這台虛擬機。',
    en: 'The hypervisor has no such machine any more.',
  },
  locked: {
    'zh-TW': '虛擬機被鎖定（備份、移轉或快照進行中），請等它完成後再試。',
    en: 'The machine is locked (backup, migration or snapshot under way). Try again when that is over.',
  },
  unsupported: {
    'zh-TW': '虛擬化平台不支援對這台虛擬機做這個動作，例如 raw 磁碟不能新增快照。',
    en: 'The hypervisor cannot do this with this machine; a raw disk, for instance, has no snapshots.',
  },
  'snapshot-exists': {
    'zh-TW': '已有同名的快照，請改用其他名稱。',
    en: 'A snapshot of that name exists. Choose another name.',
  },
  'snapshot-gone': {
    'zh-TW': '找不到這個快照，可能已被刪除。',
    en: 'There is no such snapshot; it may have been removed.',
  },
  'not-listed': {
    'zh-TW':
      '主機自稱屬於這個叢集，但叢集中已加入的主機沒有列出它，或它的名稱已屬於另一台主機，因此不採用它的說法。請用 pvecm nodes 確認；不屬於叢集的主機請移除。',
    en: 'The host says it is of this cluster, but no host of it that is known lists it, or its name is another’s: its word does not count. Check with pvecm nodes, and remove a host that is not of the cluster.',
  },
  timeout: {
    'zh-TW': '虛擬化平台沒有在時限內完成。',
    en: 'The hypervisor did not finish in time.',
  },
  failed: {
    'zh-TW': '虛擬化平台回報失敗。',
    en: 'The hypervisor says that it failed.',
  },
  way: {
    'zh-TW': '無法連線到主機：{reason}',
    en: 'The host could not be reached: {reason}',
  },
} as const satisfies Record<string, Sentence>;

export type VmFault = keyof typeof VM_FAULT_WORDS;
export const VM_FAULTS = Object.keys(VM_FAULT_WORDS) as [VmFault, ...VmFault[]];
