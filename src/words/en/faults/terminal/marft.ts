/** What is wrong with a command of `marft`. */

export const marftFaults = {
  E_COMMAND: ({
    given,
    near,
    commands,
  }: {
    readonly given: string;
    readonly near: string | null;
    readonly commands: readonly string[];
  }) => ({
    message: `There is no command “${given}”.`,
    hint: near === null ? `The commands are ${commands.join(', ')}.` : `Did you mean “marft ${near}”? “marft --help” names them all.`,
  }),
};
