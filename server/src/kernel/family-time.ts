import { NEVER } from '@jadegate/contract/scalars';

const two = (value: number) => String(value).padStart(2, '0');

/** Epoch milliseconds as the product family prints times: in the zone of the settings, without an offset. */
export function familyTime(ms: number | null): string {
  if (ms === null) {
    return NEVER;
  }
  const time = new Date(ms);
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}
