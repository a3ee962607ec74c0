/** What is wrong with the words of a lesson, for whoever writes or translates it. */

export type LessonWordsDefect =
  | {
      readonly found: 'no_title' | 'titles' | 'empty_title' | 'no_summary' | 'long_summary' | 'no_steps' | 'heading_form' | 'text_below';
    }
  | { readonly found: 'early_part'; readonly parts: readonly string[] }
  | { readonly found: 'stray_heading'; readonly parts: readonly string[] }
  | { readonly found: 'kind'; readonly kind: string; readonly kinds: readonly string[] }
  | {
      readonly found: 'step_id' | 'step_twice' | 'step_title' | 'no_options' | 'option_id' | 'option_twice' | 'option_empty';
      readonly id: string;
    }
  | { readonly found: 'part'; readonly part: string; readonly parts: readonly string[] }
  | { readonly found: 'part_twice' | 'part_empty'; readonly part: string; readonly id: string }
  | { readonly found: 'kind_part'; readonly part: string; readonly kind: string }
  | { readonly found: 'kind_options'; readonly kind: string };

function said(of: LessonWordsDefect): { readonly what: string; readonly hint?: string } {
  switch (of.found) {
    case 'no_title':
      return { what: 'a lesson begins with its title.', hint: 'Write “# ” and the title on the first line.' };
    case 'titles':
      return { what: 'a lesson has one title.', hint: 'Steps begin with “## ”.' };
    case 'empty_title':
      return { what: 'the title is empty.' };
    case 'early_part':
      return { what: 'a part of a step stands before any step.', hint: `Of the lesson as a whole there are ${of.parts.join(', ')}.` };
    case 'no_summary':
      return { what: 'the paragraph below the title is missing.', hint: 'It says what the learner will have done and understood.' };
    case 'long_summary':
      return { what: 'there is more than one paragraph below the title.', hint: 'Anything more belongs in a step.' };
    case 'no_steps':
      return { what: 'the lesson has no steps.', hint: 'A step begins with “## show its-id: Its title”.' };
    case 'heading_form':
      return { what: 'a step begins with its kind, its id and a title.', hint: 'Such as “## show three-agents: Three agents”.' };
    case 'kind':
      return { what: `“${of.kind}” is not a kind of step.`, hint: `There are: ${of.kinds.join(', ')}.` };
    case 'step_id':
      return { what: `“${of.id}” is not an id.`, hint: 'Ids consist of lower-case letters, digits and hyphens.' };
    case 'step_twice':
      return { what: `there are two steps “${of.id}”.` };
    case 'step_title':
      return { what: `the step “${of.id}” has no title.` };
    case 'stray_heading':
      return {
        what: 'a heading within a step is one of its parts.',
        hint: `They are: ${of.parts.map((part) => `“### ${part}”`).join(', ')}.`,
      };
    case 'part':
      return { what: `“${of.part}” is not a part of a step.`, hint: `There are: ${of.parts.join(', ')}.` };
    case 'part_twice':
      return { what: `the step “${of.id}” has “${of.part}” twice.` };
    case 'part_empty':
      return { what: `“${of.part}” of the step “${of.id}” is empty.` };
    case 'kind_part':
      return { what: `a ${of.kind} step has no “${of.part}”.` };
    case 'kind_options':
      return {
        what: `a ${of.kind} step has no options.`,
        hint: 'Only predict and check have; an ordinary list must not begin with “- (word)”.',
      };
    case 'no_options':
      return { what: `the step “${of.id}” asks, but offers nothing.`, hint: 'An option is a line “- (its-id) Its text”.' };
    case 'option_id':
      return { what: `“${of.id}” is not an option id.`, hint: 'Ids consist of letters, digits and hyphens.' };
    case 'option_twice':
      return { what: `the option “${of.id}” appears twice.` };
    case 'option_empty':
      return { what: `the option “${of.id}” says nothing.` };
    case 'text_below':
      return {
        what: 'there is text below the options.',
        hint: 'Options come last; what is shown after choosing one goes below “### after”.',
      };
  }
}

export const lessonWordsFaults = {
  E_LESSON_WORDS: (of: { readonly subject: string; readonly line: number } & LessonWordsDefect) => {
    const { what, hint } = said(of);
    return { message: `${of.subject}, line ${of.line}: ${what}`, ...(hint !== undefined && { hint }) };
  },
};
