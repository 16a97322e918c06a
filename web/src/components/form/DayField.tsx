import { DatePicker } from 'antd';
import dayjs from 'dayjs';

interface DayFieldProps {
  id?: string;
  /** `2026-11-17`, or empty. */
  value?: string | undefined;
  onChange?: (value: string) => void;
}

/** A day of the calendar, of no zone. */
export function DayField({ id, value, onChange }: DayFieldProps) {
  return (
    <DatePicker
      id={id}
      style={{ width: '100%' }}
      format="YYYY-MM-DD"
      value={value ? dayjs(value) : null}
      onChange={(day: dayjs.Dayjs | null) => onChange?.(day?.format('YYYY-MM-DD') ?? '')}
    />
  );
}
