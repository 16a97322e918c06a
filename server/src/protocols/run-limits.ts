/** How long a command may take and how much it may print; then it is over, and what came counts. */
export interface RunLimits {
  timeoutMs: number;
  maxBytes: number;
}
