/** A text editor: Monaco once somebody means to write, a plain text field that does the same before, and where it cannot be loaded. */
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { text } from '../../../words/words.ts';
import type { EditorCompletion, EditorInsertion, EditorMark } from './marks.ts';
import { MonacoEditor, type EditorMarker, type EditorLocation } from './MonacoEditor.tsx';
import { type Handover, PlainField } from './PlainField.tsx';
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
  // Code is read in colours, and what somebody else wrote with all that would be invisible; prose waits for whoever means to write it.
  const atOnce = props.language !== 'plaintext' || props.readOnly || props.focus || props.insertion || props.reveal;
  const [wanted, setWanted] = useState(false);
  const [composing, setComposing] = useState(false);
  const handover = useRef<Handover | null>(null);
  const takeHandover = useCallback(() => {
    const was = handover.current;
    handover.current = null;
    return was;
  }, []);
  const state = useMonaco(wanted || Boolean(atOnce));
  const field = {
    ...props,
    onWanted: () => setWanted(true),
    onComposing: setComposing,
    onLeft: (left: Handover) => (handover.current = left),
  };
  if (state.status === 'ready' && !composing)
    return <MonacoEditor {...props} key={props.path} monaco={state.monaco} takeHandover={takeHandover} />;
  if (state.status === 'loading' && (props.language !== 'plaintext' || props.readOnly))
    return <Skeleton h="100%" mih={80} role="status" aria-label={text.editor.loading} />;
  return (
    <Stack h="100%" gap={4}>
      {state.status === 'failed' && (
        <Group gap={8}>
          <Text size="xs" c="dimmed">
            {text.editor.failed}
          </Text>
          <Button variant="default" size="compact-xs" onClick={state.retry}>
            {text.editor.retry}
          </Button>
        </Group>
      )}
      <Box flex={1} mih={0}>
        <PlainField {...field} />
      </Box>
    </Stack>
  );
}
