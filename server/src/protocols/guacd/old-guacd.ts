/** Older ones let a hostile desktop run code in them (CVE-2020-9497, CVE-2023-43826, CVE-2024-35164 and others). */
const SAFE_VERSION = [1, 5];

/** What does not say its version is older than the first that does. */
export function isOldGuacd(version: string): boolean {
  const parts = version.split('.').map(Number);
  const at = SAFE_VERSION.findIndex((part, index) => part !== parts[index]);
  return at !== -1 && (parts[at] ?? 0) < (SAFE_VERSION[at] ?? 0);
}
