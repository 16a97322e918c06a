/** Headers of as many callers behind one trusted proxy: the limit per address is not what is measured. */
export function manyCallers(): () => Record<string, string> {
  let caller = 0;
  return () => {
    caller += 1;
    return { 'x-forwarded-for': `127.1.${(caller >> 8) & 255}.${caller & 255}` };
  };
}
