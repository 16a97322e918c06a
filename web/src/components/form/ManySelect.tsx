import { Select, type SelectProps } from 'antd';
import type { ReactNode } from 'react';

interface ManySelectProps<Value extends string> extends Omit<SelectProps<Value[]>, 'mode'> {
  /** `tags` also takes what is not in the list. */
  mode: 'multiple' | 'tags';
}

/** Several of a list. */
export function ManySelect<Value extends string>(props: ManySelectProps<Value>) {
  return (
    <TabGoesOn>
      <Select<Value[]> {...props} style={{ width: '100%', ...props.style }} />
    </TabGoesOn>
  );
}

/**
 * A list of several takes Tab for a choice: tabbing to the next field would add, or take away, the option under the
 * cursor. In here Tab only goes on, and what was typed as a tag is kept.
 */
export function TabGoesOn({ children }: { children: ReactNode }) {
  return <div onKeyDownCapture={(event) => event.key === 'Tab' && event.stopPropagation()}>{children}</div>;
}
