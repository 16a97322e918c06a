import { EditorState } from '@codemirror/state';
import { ConfigProvider, theme } from 'antd';
import { basicSetup, EditorView } from 'codemirror';
import { useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** What the panels of the editor say by themselves, and our word for it. */
const PHRASES = {
  Find: 'find',
  Replace: 'replaceWith',
  next: 'next',
  previous: 'previous',
  all: 'all',
  'match case': 'matchCase',
  regexp: 'regexp',
  'by word': 'byWord',
  replace: 'replace',
  'replace all': 'replaceAll',
  close: 'close',
  'Go to line': 'goToLine',
  go: 'go',
} as const;

interface FileEditorProps {
  label: string;
  text: string;
  readOnly: boolean;
  onChange: (text: string) => void;
}

/** The editor itself, in a chunk of its own. The text it starts with is read once. */
export function FileEditor({ label, text, readOnly, onChange }: FileEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const { token } = theme.useToken();
  const { t } = useTranslation('files');
  const { csp } = useContext(ConfigProvider.ConfigContext);
  const first = useRef({ text, readOnly, onChange, label, token, t, nonce: csp?.nonce ?? '' });
  useEffect(() => {
    first.current.onChange = onChange;
  }, [onChange]);

  useEffect(() => {
    const { nonce, token: colours, t: word } = first.current;
    const view = new EditorView({
      doc: first.current.text,
      ...(place.current && { parent: place.current }),
      extensions: [
        basicSetup,
        EditorView.cspNonce.of(nonce),
        EditorState.phrases.of(
          Object.fromEntries(
            Object.entries(PHRASES).map(([phrase, key]) => [phrase, word(`editor.panel.${key}`)]),
          ),
        ),
        EditorView.editable.of(!first.current.readOnly),
        EditorView.contentAttributes.of({ 'aria-label': first.current.label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            first.current.onChange(update.state.doc.toString());
          }
        }),
        EditorView.theme({
          '&': { height: '100%', color: colours.colorText, backgroundColor: colours.colorBgContainer },
          '.cm-scroller': { fontFamily: colours.fontFamilyCode, fontSize: `${colours.fontSize}px` },
          '.cm-content': { caretColor: colours.colorText },
          '.cm-cursor': { borderLeftColor: colours.colorText },
          '.cm-gutters': {
            color: colours.colorTextTertiary,
            backgroundColor: colours.colorFillQuaternary,
            borderRightColor: colours.colorBorderSecondary,
          },
          '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: colours.colorFillTertiary },
          '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
            {
              backgroundColor: colours.colorPrimaryBg,
            },
          '.cm-panels': { color: colours.colorText, backgroundColor: colours.colorBgElevated },
          '.cm-panels.cm-panels-bottom': { borderTop: `1px solid ${colours.colorBorderSecondary}` },
          '.cm-panel.cm-search': { padding: '6px 28px 6px 8px' },
          '.cm-panel.cm-search label': { fontSize: `${colours.fontSizeSM}px` },
          '.cm-panel [name=close]': { color: colours.colorText, cursor: 'pointer', fontSize: '18px' },
          '.cm-textfield, .cm-button': {
            color: colours.colorText,
            backgroundColor: colours.colorBgContainer,
            backgroundImage: 'none',
            border: `1px solid ${colours.colorBorder}`,
            borderRadius: `${colours.borderRadiusSM}px`,
            fontSize: `${colours.fontSizeSM}px`,
          },
          '.cm-button': { cursor: 'pointer' },
          '.cm-button:active': { backgroundColor: colours.colorFill, backgroundImage: 'none' },
          '.cm-searchMatch': { backgroundColor: colours.colorWarningBg },
          '.cm-searchMatch-selected': { outline: `1px solid ${colours.colorWarning}` },
        }),
      ],
    });
    view.focus();
    return () => view.destroy();
  }, []);

  return (
    <div
      ref={place}
      style={{
        height: '60vh',
        border: `1px solid ${token.colorBorder}`,
        borderRadius: token.borderRadius,
        overflow: 'hidden',
      }}
    />
  );
}
