/** Whether what is asked for begins behind the end, so that there is nothing to give. */
export function isBeyond(header: string | undefined, size: number): boolean {
  const [, first = '', last = ''] = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header ?? '') ?? [];
  if (first === '') {
    return last !== '' && Math.min(Number(last), size) === 0;
  }
  return Number(first) >= size;
}

/**
 * The part of a file that a client asks for. Undefined means all of it, also for what cannot be given, such as several
 * parts at once: the standard lets a server ignore the question.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header ?? '') ?? [];
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? undefined : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  return start < end ? { start, end } : undefined;
}
