type Version = readonly [number, number, number];

const HOLDS: Record<string, (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
  '': (order) => order === 0,
};

/** Whether a version lies in a range of the form that `VersionRange` describes. */
export function isAffected(version: string, range: string): boolean {
  const own = readVersion(version);
  return range.split(' || ').some((part) => part.split(' ').every((comparison) => holds(own, comparison)));
}

function holds(own: Version, comparison: string): boolean {
  const sign = /^[<>=]*/.exec(comparison)?.[0] ?? '';
  const order = compare(own, readVersion(comparison.slice(sign.length)));
  return HOLDS[sign]?.(order) ?? false;
}

/** What stands behind the numbers, such as `-rc.1`, counts as the version it leads to. */
function readVersion(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split(/[.+-]/, 3).map(Number);
  return [major, minor, patch];
}

function compare(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
