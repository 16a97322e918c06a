import { theme } from 'antd';
import { useMemo } from 'react';

import type { MapColours } from './draw-map.ts';

/** The map in the colours of the console. */
export function useMapColours(): MapColours {
  const { token } = theme.useToken();
  return useMemo(
    () => ({
      empty: token.colorFillQuaternary,
      full: token.colorPrimary,
      line: token.colorBorder,
      text: token.colorText,
      warn: token.colorWarning,
      bad: token.colorError,
      chosen: token.colorText,
    }),
    [token],
  );
}
