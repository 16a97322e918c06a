/** Who may do what with a saved command without holding a menu. Pure. */
interface Owned {
  owner_id: string;
  shared: 0 | 1;
}

export function mayRead(userId: string, command: Owned | undefined): boolean {
  return command !== undefined && (command.owner_id === userId || command.shared === 1);
}

/** Every id must be there and be one's own: what is not found is not permitted. */
export function mayChangeAll(
  userId: string,
  ids: readonly string[],
  found: readonly (Owned & { id: string })[],
) {
  const own = new Set(found.filter((command) => command.owner_id === userId).map((command) => command.id));
  return ids.every((id) => own.has(id));
}

/**
 * Whether a command stays shared when its owner rewrites it. Other people run what they once read: new text needs
 * somebody with the right to share it again.
 */
export function staysShared(before: { content: string; shared: 0 | 1 }, content: string): 0 | 1 {
  return before.content === content ? before.shared : 0;
}
