import { ConfigProvider, theme } from 'antd';
import { basicSetup, EditorView } from 'codemirror';
import { useContext, useEffect, useRef } from 'react';

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
  const { csp } = useContext(ConfigProvider.ConfigContext);
  const first = useRef({ text, readOnly, onChange, label, token, nonce: csp?.nonce ?? '' });
  useEffect(() => {
    first.current.onChange = onChange;
  }, [onChange]);

  useEffect(() => {
    const { nonce, token: colours } = first.current;
    const view = new EditorView({
      doc: first.current.text,
      ...(place.current && { parent: place.current }),
      extensions: [
        basicSetup,
        EditorView.cspNonce.of(nonce),
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
