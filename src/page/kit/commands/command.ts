/** One thing a person can do, as the palette, the list of keys and the keyboard know it. */

export type CommandGroup = 'go' | 'project' | 'edit' | 'team' | 'training' | 'inspect' | 'runs' | 'lessons' | 'view' | 'help';

export interface Command {
  /** Unique, dotted, such as `team.duplicate`. */
  readonly id: string;
  readonly group: CommandGroup;
  /** What it does, as a button would say it. */
  readonly title: string;
  /**
   * Keys as `useHotkeys` of @mantine/hooks spells them, such as `mod+K` or `alt+1`, alternatives divided by a comma; none
   * where only the palette has it.
   */
  readonly keys?: string;
  /** Its keys also act while a text field has the focus: for keys that no field uses. */
  readonly inFields?: boolean;
  /** Its keys act only while this part of the page has the focus, which binds them itself. */
  readonly within?: 'canvas';
  /** Further words the palette finds it by. */
  readonly also?: string;
  /** Why it cannot be done now; null when it can. */
  readonly refused?: () => string | null;
  readonly run: () => void;
}
