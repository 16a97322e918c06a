import { theme, type ThemeConfig } from 'antd';

import { PALETTES, type Palette, type ThemeMode } from './palette.ts';

const FONT_FAMILY =
  "system-ui, -apple-system, 'Segoe UI', 'Noto Sans TC', 'Noto Sans CJK TC', 'PingFang TC', 'Microsoft JhengHei', sans-serif";
const CODE_FAMILY =
  "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Noto Sans Mono CJK TC', monospace";

/** Jade that carries white: a tick or a label stands on it. */
function solidTokens(palette: Palette) {
  return {
    colorPrimary: palette.solid,
    colorPrimaryHover: palette.solidHover,
    colorPrimaryActive: palette.solidActive,
  };
}

/** Ant Design makes its tints from brighter colours than ours; left to it, they would come out grey. */
function tintTokens(palette: Palette) {
  return {
    colorPrimaryBg: palette.selected,
    colorPrimaryBgHover: palette.selected,
    colorPrimaryBorder: palette.brand,
    colorInfoBg: palette.selected,
    colorInfoBorder: palette.selected,
    colorErrorBg: palette.dangerSoft,
    colorErrorBgHover: palette.dangerSoft,
    colorErrorBorder: palette.dangerSoft,
    colorWarningBg: palette.warningSoft,
    colorWarningBgHover: palette.warningSoft,
    colorWarningBorder: palette.warningSoft,
    colorSuccessBg: palette.successSoft,
    colorSuccessBgHover: palette.successSoft,
    colorSuccessBorder: palette.successSoft,
  };
}

/** Ant Design in our colours. In the dark, jade text is light but jade grounds stay deep, so both keep their contrast. */
export function antdTheme(mode: ThemeMode): ThemeConfig {
  const palette = PALETTES[mode];
  const solid = solidTokens(palette);
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    // One version of Ant Design is on the page, so its class names need no hash.
    hashed: false,
    // Of everything that is drawn, also in the rehearsal: what was worked out once is not worked out again.
    cssVar: { key: 'jadegate' },
    token: {
      colorPrimary: palette.primary,
      colorPrimaryHover: palette.primaryHover,
      colorPrimaryText: palette.primary,
      colorInfo: palette.primary,
      colorLink: palette.primary,
      colorLinkHover: palette.primaryHover,
      colorError: palette.danger,
      colorErrorText: palette.danger,
      colorWarning: palette.warning,
      colorSuccess: palette.success,
      ...tintTokens(palette),
      colorText: palette.text,
      colorTextSecondary: palette.textSoft,
      colorTextTertiary: palette.textFaint,
      colorTextPlaceholder: palette.textFaint,
      colorBgLayout: palette.page,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorderSecondary: palette.line,
      colorSplit: palette.line,
      borderRadius: 6,
      fontFamily: FONT_FAMILY,
      fontFamilyCode: CODE_FAMILY,
    },
    components: {
      Button: {
        ...solid,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // In the dark, red grounds are as light as red text.
        dangerColor: mode === 'dark' ? palette.page : palette.onSolid,
      },
      Checkbox: solid,
      Radio: solid,
      Switch: solid,
      DatePicker: solid,
      Layout: {
        headerHeight: 60,
        headerPadding: '0 16px',
        headerBg: palette.surface,
        siderBg: palette.surface,
        bodyBg: palette.page,
        footerBg: 'transparent',
        footerPadding: '12px 24px',
      },
      Menu: {
        itemBg: 'transparent',
        subMenuItemBg: 'transparent',
        itemSelectedBg: palette.selected,
        itemSelectedColor: palette.primary,
        activeBarBorderWidth: 0,
      },
    },
  };
}
