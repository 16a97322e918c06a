/** What a column of an imported file may be called. `asset` is its id, name or address. */
export const NODE_COLUMNS = {
  name: ['name', '名稱'],
  asset: ['asset', '資產'],
  site: ['site', '地點'],
  room: ['room', '機房'],
  rack: ['rack', '機櫃'],
  unit: ['unit', 'U 位'],
  unitHeight: ['unitHeight', 'unit height', 'U 數'],
  assetTag: ['assetTag', 'asset tag', '財產編號'],
  department: ['department', '部門'],
  lifecycle: ['lifecycle', '生命週期'],
  labels: ['labels', '標籤'],
  description: ['description', '說明'],
} as const;
