/** The last segment of a path; for a folder that is the folder's own name. */
export function lastPathSegment(path: string): string {
  return path.split('/').findLast((segment) => segment !== '') ?? '';
}
