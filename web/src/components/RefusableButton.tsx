import { Button, Tooltip, type ButtonProps } from 'antd';

export interface RefusableButtonProps extends ButtonProps {
  /** Why it cannot be done now: the button is disabled and says so. */
  refusal?: string | undefined;
}

/** A button that says why it cannot be pressed. */
export function RefusableButton({ refusal, ...button }: RefusableButtonProps) {
  if (refusal === undefined) {
    return <Button {...button} />;
  }
  // A disabled button gets no pointer events, so the box around it shows the reason.
  return (
    <Tooltip title={refusal}>
      <span>
        <Button {...button} disabled />
      </span>
    </Tooltip>
  );
}
