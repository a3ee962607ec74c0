/** The project's name, edited in place; an empty name is put back. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { documentSchema } from '../../../core/document/schema.ts';
import { documentStore, useDocument } from '../../state/document/document.ts';
import { useProjects } from '../../state/projects/projects.ts';
import { text } from '../../../words/words.ts';
import styles from './projects.module.css';

export function ProjectName() {
  // What is being typed belongs to one project: a file dropped meanwhile opens another.
  return <NameField key={useProjects((state) => state.present)} />;
}

function NameField() {
  const name = useDocument((state) => state.document.name);
  const [draft, setDraft] = useState<string | null>(null);

  const commit = (): void => {
    const parsed = documentSchema.shape.name.safeParse(draft?.trim() ?? name);
    if (parsed.success) documentStore.getState().edit((document) => ({ ...document, name: parsed.data }));
    setDraft(null);
  };
  return (
    <div className={styles.name} data-value={draft ?? name}>
      <TextInput
        variant="unstyled"
        size="sm"
        aria-label={text.header.projectName}
        value={draft ?? name}
        maxLength={200}
        styles={{ input: { fontWeight: 500, textOverflow: 'ellipsis', padding: 0 } }}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
    </div>
  );
}
