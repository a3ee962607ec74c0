/** Words with an explanation, which shows on hover, focus and tap, stays while the pointer is on it, and is called as they are. */
import { Popover, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef, type ReactNode } from 'react';
import styles from './help.module.css';

interface Props {
  readonly explanation: ReactNode;
  readonly children: ReactNode;
  /** In place of the dotted line below. */
  readonly className?: string | undefined;
  /** Attributes of the words' element. */
  readonly data?: Readonly<Record<`data-${string}`, string | boolean>>;
  /**
   * The words' element, where it is another than a span: a symbol within a formula. What lies in a formula can be pointed at and not be
   * focused; whoever puts one there says the same beside it.
   */
  readonly as?: string | undefined;
}

/** Time to move the pointer from the words to their explanation, milliseconds. */
const GRACE = 250;

export function Explained({ explanation, children, data, as = 'span', className = as === 'span' ? styles.term : styles.symbol }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const card = useRef<HTMLDivElement>(null);
  const stay = (): void => {
    clearTimeout(leaving.current);
    open();
  };
  const leave = (): void => {
    clearTimeout(leaving.current);
    leaving.current = setTimeout(close, GRACE);
  };
  return (
    <Popover withRoles={as === 'span'} opened={opened} onDismiss={close} width={300} position="bottom-start" withArrow shadow="md">
      <Popover.Target>
        <UnstyledButton
          // A symbol of a formula is an element of MathML.
          component={as as 'span'}
          {...(as === 'span' ? { role: 'button', tabIndex: 0 } : {})}
          className={className}
          {...data}
          onMouseEnter={stay}
          onMouseLeave={leave}
          onFocus={stay}
          onBlur={leave}
          onClick={stay}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
            if (event.key !== 'Enter' && event.key !== ' ') return;
            event.preventDefault();
            stay();
            card.current?.focus(); // so that its links can be reached
          }}
        >
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        ref={card}
        tabIndex={-1}
        className={styles.card}
        onMouseEnter={stay}
        onMouseLeave={leave}
        onFocus={stay}
        onBlur={leave}
      >
        {explanation}
      </Popover.Dropdown>
    </Popover>
  );
}
