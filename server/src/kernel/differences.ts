/** Before and after of the fields that differ, for an audit entry. */
export function differences(before: object, after: Record<string, unknown>): Record<string, unknown> {
  const old = before as Record<string, unknown>;
  const differing = Object.keys(after).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(differing.map((name) => [name, { before: old[name], after: after[name] }]));
}
