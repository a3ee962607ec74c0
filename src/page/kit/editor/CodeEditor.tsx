/** A text editor: Monaco when it has been loaded, a plain text field that does the same while it cannot be. */
import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { text } from '../../../words/words.ts';
import type { EditorCompletion, EditorInsertion, EditorMark } from './marks.ts';
import { MonacoEditor, type EditorMarker, type EditorLocation } from './MonacoEditor.tsx';
import { useMonaco } from './useMonaco.ts';

export interface CodeEditorProps {
  readonly language: 'plaintext' | 'typescript';
  /** Unique among open editors. */
  readonly path: string;
  readonly ariaLabel: string;
  readonly value: string;
  /** Needed unless `readOnly`. */
  readonly onChange?: (value: string) => void;
  /** To be read only, and then shown whole: wrapped, with whatever would be invisible marked. */
  readonly readOnly?: boolean;
  readonly onBlur?: () => void;
  readonly markers?: readonly EditorMarker[];
  /** Spans that mean something, or look as if they did. */
  readonly marks?: readonly EditorMark[];
  /** What may follow an opening brace. */
  readonly completions?: readonly EditorCompletion[];
  /** A text to put where the cursor is, each time another object is given. */
  readonly insertion?: EditorInsertion | null;
  /** Whether the focus is to come here; `onFocused` is told once it has. */
  readonly focus?: boolean;
  readonly onFocused?: () => void;
  /** A location to go to, each time another object is given. */
  readonly reveal?: EditorLocation | null;
}

export function CodeEditor(props: CodeEditorProps) {
  const state = useMonaco();
  switch (state.status) {
    case 'loading':
      return <Skeleton h="100%" mih={80} role="status" aria-label={text.editor.loading} />;
    case 'ready':
      return <MonacoEditor {...props} key={props.path} monaco={state.monaco} />;
    case 'failed':
      return (
        <Stack h="100%" gap={4}>
          <Group gap={8}>
            <Text size="xs" c="dimmed">
              {text.editor.failed}
            </Text>
            <Button variant="default" size="compact-xs" onClick={state.retry}>
              {text.editor.retry}
            </Button>
          </Group>
          <Textarea
            aria-label={props.ariaLabel}
            value={props.value}
            readOnly={props.readOnly}
            onChange={(event) => props.onChange?.(event.currentTarget.value)}
            onBlur={props.onBlur}
            ff="monospace"
            flex={1}
            styles={{ wrapper: { height: '100%' }, input: { height: '100%', fontFamily: 'inherit' } }}
          />
        </Stack>
      );
    default:
      return state satisfies never;
  }
}
