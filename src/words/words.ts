/**
 * The words of the page and of the terminal, and the one place where a language is chosen. Each part is a module of its own, so
 * that what is fetched later brings its own words along.
 */
export { type Catalogue, en as text } from './en/en.ts';
export { criticCheckEn as criticCheckText } from './en/criticCheck.ts';
export { estimatorsText } from './en/estimators.ts';
export { exploreText } from './en/explore.ts';
export { GALLERY_TAGS, type GalleryTag, type GalleryText } from './en/gallery.ts';
export { inspectText } from './en/inspect.ts';
export { labEn as labText } from './en/lab.ts';
export { lessonCommandsEn as lessonCommandsText } from './en/lessonCommands.ts';
export { lessonsEn as lessonsText, type LessonsCatalogue } from './en/lessons.ts';
export { microscopeText } from './en/microscope.ts';
export { miniatureEn as miniatureText } from './en/miniature.ts';
export { museumEn as museumText, trainedHereEn as trainedHereText } from './en/museum.ts';
export { receiptText } from './en/receipt.ts';
export { replayText } from './en/replay.ts';
export { sharesEn as sharesText, type NamedShare } from './en/shares.ts';
export { type Source } from './en/sources.ts';
export { teachersEn as teachersText } from './en/teachers.ts';
export { isTermId, termsEn as termsText, type TermId } from './en/terms.ts';
export { lessonsZh as lessonsChinese } from './zh/lessons.ts';
export { termsZh as termsChinese } from './zh/terms.ts';
export { LANG, wordsOf } from './lessons.ts';
