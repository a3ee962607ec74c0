/** The command palette: type what to do or to find, choose by arrows, Enter does it. */
import '@mantine/spotlight/styles.css';
import { Spotlight, createSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { commandsText } from '../../../words/words.ts';
import { findEntries, type Entry } from './entries.ts';
import { Keys } from './Keys.tsx';
import { openedStore } from '../../kit/commands/openCommands.ts';
import { endWaiting, typeInto } from './typedAhead.ts';
import styles from './palette.module.css';

const words = commandsText;
const [store, palette] = createSpotlight();

export function Palette() {
  const requests = useStore(openedStore, (state) => state.palette);
  const [query, setQuery] = useState('');
  const listId = useId();
  useEffect(() => {
    if (store.getState().opened) endWaiting();
    else if (requests > 0) palette.open();
  }, [requests]);
  const groups = findEntries(query);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={440}
      yOffset="10vh"
      size={620}
      attributes={{ content: { 'aria-label': words.palette } }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 80 }}
      returnFocus
    >
      <Search listId={listId} />
      {groups.length === 0 ? (
        <Spotlight.Empty role="status">{words.nothing}</Spotlight.Empty>
      ) : (
        <Spotlight.ActionsList
          id={listId}
          // What scrolls is the list box, so that a keyboard can reach it.
          {...{ viewportProps: { id: boxId(listId), role: 'listbox', 'aria-label': words.palette, tabIndex: 0 } }}
        >
          {groups.map(({ name, entries }) => (
            <Spotlight.ActionsGroup key={name} label={name} role="group" aria-label={name}>
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
      <Spotlight.Footer fz="xs">{words.hint}</Spotlight.Footer>
    </Spotlight.Root>
  );
}

function boxId(listId: string): string {
  return `${listId}-box`;
}

/** The field; it tells assistive technology which entry is chosen, which the library marks in the list alone. */
function Search({ listId }: { readonly listId: string }) {
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    const follow = (): void => {
      const options = [...(document.getElementById(listId)?.querySelectorAll('[role="option"]') ?? [])];
      for (const [index, option] of options.entries()) {
        option.id = `${listId}-${index}`;
        option.setAttribute('aria-selected', String(option.hasAttribute('data-selected')));
      }
      setChosen(options.find((option) => option.hasAttribute('data-selected'))?.id);
    };
    return store.subscribe(follow);
  }, [listId]);
  return (
    <Spotlight.Search
      placeholder={words.placeholder}
      leftSection={<IconSearch size={18} aria-hidden />}
      role="combobox"
      aria-label={words.palette}
      aria-expanded
      aria-controls={boxId(listId)}
      aria-autocomplete="list"
      aria-activedescendant={chosen}
      data-autofocus
      onFocus={({ currentTarget: field }) => {
        const typed = endWaiting();
        if (typed?.text) queueMicrotask(() => typeInto(field, typed));
      }}
    />
  );
}

function EntryRow({ entry }: { readonly entry: Entry }) {
  return (
    <Spotlight.Action
      className={styles.action}
      role="option"
      aria-selected={false}
      aria-disabled={entry.refused || undefined}
      onClick={entry.run}
    >
      <span className={styles.entry} data-refused={entry.refused || undefined}>
        <span className={styles.title}>{entry.title}</span>
        {entry.says && <span className={styles.says}>{entry.says}</span>}
      </span>
      {entry.keys && <Keys keys={entry.keys} />}
    </Spotlight.Action>
  );
}
