/** The data dictionary of a study's file: each field of its first line, and of each kind of event, with its type or unit. English in every language, as the file is. */

const TIME = 'integer, milliseconds since 1970-01-01 UTC by the clock of the participant’s computer';
const TEST = '“pre”, “post” or “delayed”';
const STEP = 'text: id of the lesson’s step';
const ITEM = 'text: id of the item in the inventory';

export const studyFieldsText = {
  header: {
    format: 'text: always “marft-study”',
    version: 'integer: version of this format, 1',
    lesson: 'text: id of the lesson that is studied',
    study: 'text: the study’s name in its link',
    seed: 'integer: seed of the assignment in the link',
    participant: 'text: the code that the participant gave; capitals, digits, hyphens',
    condition: '“lesson” (as it is), “text” (its words and recorded figures) or “predict-first” (all predictions before the lesson)',
    order: '“AB” or “BA”: forms of the pre-test and of the post-test; the delayed test takes the form of the pre-test',
    consented: `${TIME}: when the participant agreed`,
    language: '“en” or “zh”: language of the page then',
    taken: 'true or false: whether this browser had progress in the lesson before the study',
    page: 'text: version of the workbench',
    fields: 'object: this dictionary',
  },
  phase: { at: TIME, phase: 'text: the part of the study that begins: “pre”, “predict”, “learn”, “post”, “wait”, “delayed” or “done”' },
  item: { at: `${TIME}: when the item came on screen`, test: TEST, form: '“A” or “B”', item: ITEM },
  choice: { at: TIME, test: TEST, item: ITEM, option: 'text: id of the option that was chosen, for the first time or instead of another' },
  answer: {
    at: `${TIME}: when the item was left`,
    test: TEST,
    item: ITEM,
    option: 'text: id of the option that counts; null where the item was left out',
    right: 'true or false: whether that is the right one; false where the item was left out',
  },
  step: {
    at: `${TIME}: when the step came on screen`,
    step: STEP,
    index: 'integer: place of the step in the lesson, from 0',
    back: 'true or false: whether the step before it on screen comes later in the lesson',
  },
  prediction: {
    at: TIME,
    step: STEP,
    option: 'text: id of the option that was predicted; the first prediction of a step counts',
    sure: '“guess”, “likely”, “certain”, or null where the participant did not say',
    outcome: 'true or false: whether that is what happens',
  },
  check: {
    at: TIME,
    step: STEP,
    answer: 'text: id of the option, or object: number given by id of what is asked',
    right: 'true or false: whether the answer is right; a wrong one is a stumble',
  },
  state: {
    at: TIME,
    step: STEP,
    state: '“open”, “done”, “recorded” (seen in the recording) or “assisted” (“Do it for me”): how something to do now stands',
  },
  hint: { at: TIME, step: `${STEP}; its hint was opened` },
  opened: { at: `${TIME}: the page was opened, or loaded again` },
  away: { at: `${TIME}: the page went out of sight` },
  back: { at: `${TIME}: the page came in sight again` },
} as const;
