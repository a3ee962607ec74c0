/**
 * The words of the page and of the terminal, and the one place where a language is chosen. Each part is a module of its own, so
 * that what is fetched later brings its own words along.
 */
export { type Catalogue, en as text } from './en/en.ts';
export { criticCheckEn as criticCheckText } from './en/inspect/criticCheck.ts';
export { estimatorsText } from './en/inspect/estimators.ts';
export { exploreText } from './en/inspect/explore.ts';
export { GALLERY_TAGS, type GalleryTag, type GalleryText } from './en/shell/gallery.ts';
export { adapterFaults } from './en/faults/adapters.ts';
export { datasetFaults } from './en/faults/dataset.ts';
export { environmentFaults, type Seen } from './en/faults/environment.ts';
export { episodeFaults } from './en/faults/episodes.ts';
export { fileFaults } from './en/faults/files.ts';
export { lessonWordsFaults, type LessonWordsDefect } from './en/faults/lessonWords.ts';
export { modelFaults } from './en/faults/models.ts';
export { type Instead, runFileFaults } from './en/faults/runFiles.ts';
export { safetensorsFaults } from './en/faults/safetensors.ts';
export { storageFaults } from './en/faults/storage.ts';
export { teamFaults } from './en/faults/team.ts';
export { tokenizerFaults } from './en/faults/tokenizer.ts';
export { trialFaults, type TrialCall, trialText } from './en/faults/trial.ts';
export { inspectText } from './en/inspect/inspect.ts';
export { labEn as labText } from './en/inspect/lab.ts';
export { lessonCommandsEn as lessonCommandsText } from './en/learn/lessonCommands.ts';
export { lessonsEn as lessonsText, type LessonsCatalogue } from './en/learn/lessons.ts';
export { microscopeText } from './en/inspect/microscope.ts';
export { miniatureEn as miniatureText } from './en/learn/miniature.ts';
export { museumEn as museumText, trainedHereEn as trainedHereText } from './en/learn/museum.ts';
export { receiptText } from './en/inspect/receipt.ts';
export { replayText } from './en/inspect/replay.ts';
export { sharesEn as sharesText, type NamedShare } from './en/inspect/shares.ts';
export { type Source } from './en/training/sources.ts';
export { teachersEn as teachersText } from './en/learn/teachers.ts';
export { isTermId, termsEn as termsText, type TermId } from './en/learn/terms/terms.ts';
export { lessonsZh as lessonsChinese } from './zh/lessons.ts';
export { termsZh as termsChinese } from './zh/terms.ts';
export { LANG, wordsOf } from './lessons.ts';
export { type NotJson } from './forms/notJson.ts';
