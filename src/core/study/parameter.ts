/** What the page's address calls a study: all that the page's frame knows of them. */
export const STUDY_PARAMETER = 'study';
