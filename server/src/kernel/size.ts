export const MEGABYTE = 1024 * 1024;

/** For people: whole megabytes, or gigabytes with a tenth. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  return megabytes >= 1024 ? `${(megabytes / 1024).toFixed(1)} GB` : `${Math.floor(megabytes)} MB`;
}
