/** The docs: a tab of the Learn place, with a list of all and one that is read. */
import { Text, Title } from '@mantine/core';
import { DocLink } from '../../kit/help/DocLink.tsx';
import { useLearn } from '../../state/address/learnStore.ts';
import { docsText as words } from '../../../words/words.ts';
import { DocReader } from './DocReader.tsx';
import { docs as all, offered } from './docs.ts';
import styles from './docs.module.css';

export function DocsPage() {
  const open = useLearn((state) => state.doc);
  const doc = all.find(({ id }) => id === open?.id);
  if (open && doc) return <DocReader key={doc.id} doc={doc} open={open} />;
  return (
    <>
      <Text size="sm" maw={760} mb="md" role="status">
        {open ? words.unknown(open.id) : words.intro}
      </Text>
      <div className={styles.groups}>
        {words.groups.map(({ name, docs }) => (
          <section key={name} aria-label={name}>
            <Title order={3} fz="sm" mb={6}>
              {name}
            </Title>
            <ul className={styles.list}>
              {Object.entries(docs).map(([id, says]) => (
                <li key={id}>
                  <DocLink id={id}>{titleOf(id)}</DocLink>
                  <Text size="xs" c="dimmed">
                    {says}
                  </Text>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function titleOf(id: string): string {
  const doc = all.find((other) => other.id === id);
  return doc ? offered(doc) : id;
}
