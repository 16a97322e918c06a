import { Typography } from 'antd';

import { CutText } from './CutText.tsx';

/** What stands small below a name, cut where there is no room for it. */
export function SecondaryLine({ text }: { text: string }) {
  return (
    <Typography.Text type="secondary" style={{ display: 'block', fontSize: '0.85em' }}>
      <CutText text={text} />
    </Typography.Text>
  );
}
