import { Flex, Progress, theme } from 'antd';

interface ShareTextProps {
  /** 0–100; null when nobody knows. */
  percent: number | null;
  /** Beside the bar, where there is more to say than the share. */
  detail?: string | undefined;
  /** The figure is old: it is shown, and not as if it were new. */
  isOld: boolean;
  /** All of it in use is what it is there for. */
  mayBeFull?: boolean;
}

const HIGH = 90;
const NOTHING = '—';

/** A share of something as a short bar and a number. */
export function ShareText({ percent, detail, isOld, mayBeFull = false }: ShareTextProps) {
  const { token } = theme.useToken();
  if (percent === null) {
    return NOTHING;
  }
  const shown = Math.round(percent);
  const color = isOld
    ? token.colorTextQuaternary
    : shown >= HIGH && !mayBeFull
      ? token.colorError
      : token.colorPrimary;
  return (
    <div style={{ minWidth: 96, color: isOld ? token.colorTextSecondary : undefined }}>
      <Flex justify="space-between" gap={token.marginXS} style={{ fontVariantNumeric: 'tabular-nums' }}>
        <span>{shown}%</span>
        {detail !== undefined && <span style={{ color: token.colorTextSecondary }}>{detail}</span>}
      </Flex>
      <Progress percent={shown} showInfo={false} size="small" strokeColor={color} aria-hidden />
    </div>
  );
}
