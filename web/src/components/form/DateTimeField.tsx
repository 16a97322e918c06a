import { DatePicker } from 'antd';
import dayjs from 'dayjs';

interface DateTimeFieldProps {
  id?: string;
  /** ISO 8601. */
  value?: string | undefined;
  placeholder?: string;
  onChange?: (value: string | undefined) => void;
}

/** A moment, picked in the browser's zone and held in UTC. */
export function DateTimeField({ id, value, placeholder, onChange }: DateTimeFieldProps) {
  return (
    <DatePicker
      id={id}
      placeholder={placeholder}
      style={{ width: '100%' }}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={value === undefined ? null : dayjs(value)}
      onChange={(time: dayjs.Dayjs | null) => onChange?.(time?.startOf('minute').toISOString())}
    />
  );
}
