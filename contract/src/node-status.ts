/** How a physical host does: for those who look after it, and for those who may open its asset. */
export const NODE_STATUSES = [
  'unknown',
  'online',
  'degraded',
  'offline',
  'auth-failed',
  'host-key-changed',
] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];
