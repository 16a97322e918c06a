import { DatePicker } from 'antd';
import dayjs from 'dayjs';

interface TimeRangeProps {
  labels: readonly [from: string, to: string];
  value: readonly [from: string | undefined, to: string | undefined];
  onChange: (from: string | undefined, to: string | undefined) => void;
}

const FORMAT = 'YYYY-MM-DD HH:mm';
const toDay = (iso: string | undefined) => (iso === undefined ? null : dayjs(iso));

/** Two times, to the minute; the last minute is included. Loaded apart: calendars are heavy. */
export function TimeRange({ labels, value, onChange }: TimeRangeProps) {
  const [from, to] = value;
  return (
    <DatePicker.RangePicker
      showTime={{ format: 'HH:mm' }}
      format={FORMAT}
      allowEmpty={[true, true]}
      style={{ width: '100%' }}
      placeholder={[...labels]}
      value={[toDay(from), toDay(to)]}
      onChange={(range) =>
        onChange(range?.[0]?.startOf('minute').toISOString(), range?.[1]?.endOf('minute').toISOString())
      }
    />
  );
}
