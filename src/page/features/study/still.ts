/** A lesson's words where there is no workbench to lead to. */

/** Words whose links to places, steps and other lessons are their text; explained words and recorded numbers stay what they are. */
export const still = (markdown: string): string => markdown.replaceAll(/\[([^\]]*)\]\((?:place|step|lesson):[^)\s]*\)/g, '$1');
