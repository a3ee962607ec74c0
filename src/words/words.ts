/**
 * The words of the page and of the terminal, and the one place where a language is chosen. Each part is a module of its own, so
 * that what is fetched later brings its own words along.
 */
export { CLAUSE, COLON, COMMA, END, GAP, inBrackets, inQuotes, PERCENT, SEMICOLON, STOP } from './forms/marks.ts';
export {
  DATES,
  faultSentence,
  LANG,
  LANGUAGES,
  type Language,
  languageSpoken,
  noticeSentence,
  original,
  OWN_NAMES,
  reworded,
} from './forms/language.ts';
export { type Catalogue, en as text } from './en/en.ts';
export { benchEn as benchText } from './en/environment/bench.ts';
export { datasetEn as datasetText } from './en/environment/dataset.ts';
export { chartsEn as chartsText } from './en/runs/charts.ts';
export { healthEn as healthText } from './en/runs/health.ts';
export { healthSaysEn as healthSaysText } from './en/runs/healthSays.ts';
export { teamEn as teamText } from './en/team/team.ts';
export { agentEn as agentText } from './en/team/agent.ts';
export { agentEditorEn as agentEditorText } from './en/team/agentEditor.ts';
export { settingsEn as settingsText } from './en/training/settings.ts';
export { presetsEn as settingsPresetsText } from './en/training/presets.ts';
export { clusterEn as clusterText } from './en/runs/cluster.ts';
export { verifiersEn as verifiersText } from './en/runs/verifiers.ts';
export { criticCheckEn as criticCheckText } from './en/inspect/criticCheck.ts';
export { estimatorsText } from './en/inspect/estimators.ts';
export { exploreText } from './en/inspect/explore.ts';
export { type CardWords, GALLERY_TAGS, galleryEn as galleryText, type GalleryTag } from './en/shell/gallery.ts';
export { galleryFolderEn as galleryFolderText } from './en/shell/galleryFolder.ts';
export { importText } from './en/runs/imports.ts';
export { hubText } from './en/training/hub.ts';
export { inspectText } from './en/inspect/inspect.ts';
export { labEn as labText } from './en/inspect/lab.ts';
export { evidenceEn as evidenceWords } from './en/learn/evidence.ts';
export { evidenceNamesEn as evidenceNamesText } from './en/learn/evidenceNames.ts';
export { guideEn as guideText } from './en/learn/guide.ts';
export { challengesEn as challengesText } from './en/learn/challenges.ts';
export { lessonCommandsEn as lessonCommandsText } from './en/learn/lessonCommands.ts';
export { openLessonEn as openLessonText } from './en/learn/openLesson.ts';
export { testEn as testText } from './en/learn/test.ts';
export { docsEn as docsText } from './en/learn/docs.ts';
export { explorablesEn as explorablesText } from './en/learn/explorables.ts';
export { type LessonsCatalogue, lessonsText } from './en/learn/lessons.ts';
export { microscopeText } from './en/inspect/microscope.ts';
export { folderClausesEn as folderClausesText, type Guard, noticesEn as noticesText, type Suspected } from './en/runs/notices.ts';
export { pageNoticesEn as pageNoticesText } from './en/runs/pageNotices.ts';
export { profileNotesEn as profileNotesText } from './en/team/profileNotes.ts';
export { backendReasonsEn as backendReasonsText, devicesEn as devicesText } from './en/training/backendReasons.ts';
export { lostDeviceText } from './en/runs/lostDevice.ts';
export { askerText } from './en/runs/asker.ts';
export { handedText } from './en/runs/handed.ts';
export { forwardText } from './en/runs/forward.ts';
export { serverText } from './en/runs/server.ts';
export { serverFactsEn as serverFactsText } from './en/runs/serverFacts.ts';
export { warmMissedEn as warmMissedText } from './en/training/warmMissed.ts';
export { servedEn as servedText } from './en/training/served.ts';
export { miniatureEn as miniatureText } from './en/learn/miniature.ts';
export { museumEn as museumText, trainedHereEn as trainedHereText } from './en/learn/museum.ts';
export { receiptText } from './en/inspect/receipt.ts';
export { notesText } from './en/inspect/notes.ts';
export { turnedText } from './en/inspect/turned.ts';
export { blameText, type SaidComparison } from './en/inspect/blame.ts';
export { runPageText } from './en/runs/runPage.ts';
export { shownRunText } from './en/runs/shownRun.ts';
export { commandsEn as commandsText } from './en/shell/commands.ts';
export { changesEn as changesText } from './en/shell/changes.ts';
export { reportEn as reportText, safeStartEn as safeStartText } from './en/shell/report.ts';
export { stoppedEn as stoppedText } from './en/shell/stopped.ts';
export { offlineEn as offlineText } from './en/shell/offline.ts';
export { playOnText } from './en/inspect/playOn.ts';
export { replayText } from './en/inspect/replay.ts';
export { trainerReportText } from './en/inspect/trainerReport.ts';
export { sharesEn as sharesText, type NamedShare } from './en/inspect/shares.ts';
export { weightsEn as weightsText } from './en/inspect/weights.ts';
export { sourcesEn as sourcesText } from './en/training/sources.ts';
export { type Source } from './en/training/works.ts';
export { teamInText } from './en/team/teamIn.ts';
export { studyEn as studyText } from './en/learn/study.ts';
export { studyFieldsText } from './en/learn/studyFields.ts';
export { teachersEn as teachersText } from './en/learn/teachers.ts';
export { isTermId, termsEn as termsText, type TermId } from './en/learn/terms/terms.ts';
export { termNamesZh as termsChinese } from './zh/learn/terms/names.ts';
export { type NotJson } from './forms/notJson.ts';
export { adapterFaults } from './en/faults/files/adapters.ts';
export { agentFileFaults } from './en/faults/document/agentFile.ts';
export { type AdapterSetting, checkFaults } from './en/faults/document/check.ts';
export { clientsFaults } from './en/faults/running/clients.ts';
export { clipboardFaults } from './en/faults/document/clipboard.ts';
export { datasetFaults } from './en/faults/files/dataset.ts';
export { engineFaults, type FittingChange } from './en/faults/running/engine.ts';
export { environmentFaults, type Seen } from './en/faults/running/environment.ts';
export { episodeFaults } from './en/faults/running/episodes.ts';
export { fileFaults } from './en/faults/files/files.ts';
export { galleryFaults } from './en/faults/files/gallery.ts';
export { ggufFaults } from './en/faults/files/gguf.ts';
export { forwardFaults } from './en/faults/page/forward.ts';
export { generalFaults } from './en/faults/general.ts';
export { lessonViewFaults } from './en/faults/document/lessonView.ts';
export { lessonWordsFaults, type LessonWordsDefect } from './en/faults/document/lessonWords.ts';
export { type Damage, linkFaults } from './en/faults/document/link.ts';
export { hubFaults } from './en/faults/files/hub.ts';
export { importFaults, type ImportWanted } from './en/faults/files/imports.ts';
export { type CellExpected, type CurvesDamage, importTraceFaults, type TraceCounted } from './en/faults/files/importTraces.ts';
export { type LearningRecordDefect, learningRecordFaults } from './en/faults/files/learningRecord.ts';
export { modelFaults } from './en/faults/files/models.ts';
export { branchFaults } from './en/faults/page/branches.ts';
export { chartFaults } from './en/faults/page/charts.ts';
export { clusterFaults } from './en/faults/page/cluster.ts';
export { verifiersFaults } from './en/faults/page/verifiers.ts';
export { chosenFaults } from './en/faults/page/chosen.ts';
export { pageEngineFaults } from './en/faults/page/engine.ts';
export { exportFaults } from './en/faults/page/export.ts';
export { labFaults } from './en/faults/page/lab.ts';
export { lessonFaults } from './en/faults/page/lessons.ts';
export { handedFaults } from './en/faults/page/handed.ts';
export { openedFaults } from './en/faults/page/opened.ts';
export { previewFaults } from './en/faults/page/preview.ts';
export { importRunFaults } from './en/faults/page/importRun.ts';
export { playOnFaults } from './en/faults/page/playOn.ts';
export { projectFaults } from './en/faults/page/projects.ts';
export { pageRunFaults } from './en/faults/page/runs.ts';
export { projectFileFaults } from './en/faults/document/projectFile.ts';
export { type Instead, runFileFaults } from './en/faults/files/runFiles.ts';
export { remoteFaults } from './en/faults/running/remote.ts';
export { runsFaults } from './en/faults/running/runs.ts';
export { safetensorsFaults } from './en/faults/files/safetensors.ts';
export { guestFaults, sandboxFaults } from './en/faults/running/sandbox.ts';
export { serverFaults } from './en/faults/running/server.ts';
export { sessionFaults } from './en/faults/running/session.ts';
export { type StudyDefect, studyFaults } from './en/faults/files/study.ts';
export { storageFaults } from './en/faults/files/storage.ts';
export { type NotVaried, sweepFaults } from './en/faults/document/sweep.ts';
export { teamFaults } from './en/faults/document/team.ts';
export { teamFileFaults } from './en/faults/document/teamFile.ts';
export { terminalBaseFaults } from './en/faults/terminal/bases.ts';
export { envHostFaults } from './en/faults/terminal/envHost.ts';
export { commandFaults } from './en/faults/terminal/commands.ts';
export { terminalDataFaults } from './en/faults/terminal/data.ts';
export { marftFaults } from './en/faults/terminal/marft.ts';
export { type MarftCommand, marftText } from './en/runs/marft.ts';
export { listingFaults } from './en/faults/terminal/listing.ts';
export { flagFaults } from './en/faults/terminal/flags.ts';
export { pathFaults, ioFaults, unreadableProject } from './en/faults/terminal/paths.ts';
export { studyFilesFaults } from './en/faults/terminal/study.ts';
export { studyReportText } from './en/runs/studyReport.ts';
export { terminalRunFaults } from './en/faults/terminal/runs.ts';
export { creditFaults, libraryFaults } from './en/faults/running/library.ts';
export { tokenizerFaults } from './en/faults/files/tokenizer.ts';
export { trialFaults, type TrialCall, trialText } from './en/faults/running/trial.ts';
export { remarkFaults } from './en/faults/document/remarks.ts';
export { unreadFaults, type UnreadReason, unreadReasons } from './en/faults/document/unread.ts';
export { warmStartFaults } from './en/faults/running/warmStart.ts';
export { workersFaults } from './en/faults/running/workers.ts';
