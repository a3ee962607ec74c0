/** All the page's words in Chinese. */
import type { Translation } from '../forms/language.ts';
import { benchZh } from './environment/bench.ts';
import { consentZh } from './environment/consent.ts';
import { datasetZh } from './environment/dataset.ts';
import { agentFileFaultsZh } from './faults/document/agentFile.ts';
import { checkFaultsZh } from './faults/document/check.ts';
import { clipboardFaultsZh } from './faults/document/clipboard.ts';
import { lessonViewFaultsZh } from './faults/document/lessonView.ts';
import { lessonWordsFaultsZh } from './faults/document/lessonWords.ts';
import { linkFaultsZh } from './faults/document/link.ts';
import { projectFileFaultsZh } from './faults/document/projectFile.ts';
import { remarkFaultsZh } from './faults/document/remarks.ts';
import { sweepFaultsZh } from './faults/document/sweep.ts';
import { teamFaultsZh } from './faults/document/team.ts';
import { teamFileFaultsZh } from './faults/document/teamFile.ts';
import { unreadFaultsZh, unreadReasonsZh } from './faults/document/unread.ts';
import { adapterFaultsZh } from './faults/files/adapters.ts';
import { datasetFaultsZh } from './faults/files/dataset.ts';
import { fileFaultsZh } from './faults/files/files.ts';
import { galleryFaultsZh } from './faults/files/gallery.ts';
import { ggufFaultsZh } from './faults/files/gguf.ts';
import { hubFaultsZh } from './faults/files/hub.ts';
import { importTraceFaultsZh } from './faults/files/importTraces.ts';
import { importFaultsZh } from './faults/files/imports.ts';
import { learningRecordFaultsZh } from './faults/files/learningRecord.ts';
import { modelFaultsZh } from './faults/files/models.ts';
import { runFileFaultsZh } from './faults/files/runFiles.ts';
import { safetensorsFaultsZh } from './faults/files/safetensors.ts';
import { storageFaultsZh } from './faults/files/storage.ts';
import { studyFaultsZh } from './faults/files/study.ts';
import { tokenizerFaultsZh } from './faults/files/tokenizer.ts';
import { generalFaultsZh } from './faults/general.ts';
import { branchFaultsZh } from './faults/page/branches.ts';
import { keptFaultsZh } from './faults/page/kept.ts';
import { chartFaultsZh } from './faults/page/charts.ts';
import { chosenFaultsZh } from './faults/page/chosen.ts';
import { clusterFaultsZh } from './faults/page/cluster.ts';
import { pageEngineFaultsZh } from './faults/page/engine.ts';
import { exportFaultsZh } from './faults/page/export.ts';
import { forwardFaultsZh } from './faults/page/forward.ts';
import { handedFaultsZh } from './faults/page/handed.ts';
import { importRunFaultsZh } from './faults/page/importRun.ts';
import { labFaultsZh } from './faults/page/lab.ts';
import { lessonFaultsZh } from './faults/page/lessons.ts';
import { openedFaultsZh } from './faults/page/opened.ts';
import { playOnFaultsZh } from './faults/page/playOn.ts';
import { previewFaultsZh } from './faults/page/preview.ts';
import { projectFaultsZh } from './faults/page/projects.ts';
import { pageRunFaultsZh } from './faults/page/runs.ts';
import { verifiersFaultsZh } from './faults/page/verifiers.ts';
import { clientsFaultsZh } from './faults/running/clients.ts';
import { engineFaultsZh } from './faults/running/engine.ts';
import { environmentFaultsZh } from './faults/running/environment.ts';
import { episodeFaultsZh } from './faults/running/episodes.ts';
import { libraryFaultsZh, creditFaultsZh } from './faults/running/library.ts';
import { remoteFaultsZh } from './faults/running/remote.ts';
import { runsFaultsZh } from './faults/running/runs.ts';
import { sandboxFaultsZh, guestFaultsZh } from './faults/running/sandbox.ts';
import { serverFaultsZh } from './faults/running/server.ts';
import { sessionFaultsZh } from './faults/running/session.ts';
import { trialFaultsZh, trialTextZh } from './faults/running/trial.ts';
import { warmStartFaultsZh } from './faults/running/warmStart.ts';
import { workersFaultsZh } from './faults/running/workers.ts';
import { toldApartZh } from './faults/toldApart.ts';
import { blameZh } from './inspect/blame.ts';
import { criticCheckZh } from './inspect/criticCheck.ts';
import { estimatorsZh } from './inspect/estimators.ts';
import { exploreZh } from './inspect/explore.ts';
import { inspectZh } from './inspect/inspect.ts';
import { labZh } from './inspect/lab.ts';
import { microscopeZh } from './inspect/microscope.ts';
import { notesZh } from './inspect/notes.ts';
import { playOnZh } from './inspect/playOn.ts';
import { receiptZh } from './inspect/receipt.ts';
import { replayZh } from './inspect/replay.ts';
import { sharesZh } from './inspect/shares.ts';
import { trainerReportZh } from './inspect/trainerReport.ts';
import { turnedZh } from './inspect/turned.ts';
import { weightsZh } from './inspect/weights.ts';
import { docsZh } from './learn/docs.ts';
import { explorablesZh } from './learn/explorables.ts';
import { guideZh } from './learn/guide.ts';
import { learnZh } from './learn/learn.ts';
import { challengesZh } from './learn/challenges.ts';
import { evidenceZh } from './learn/evidence.ts';
import { evidenceNamesZh } from './learn/evidenceNames.ts';
import { lessonCommandsZh } from './learn/lessonCommands.ts';
import { lessonsZh } from './learn/lessons.ts';
import { miniatureZh } from './learn/miniature.ts';
import { museumZh, trainedHereZh } from './learn/museum.ts';
import { openLessonZh } from './learn/openLesson.ts';
import { studyZh } from './learn/study.ts';
import { teachZh } from './learn/teach.ts';
import { teachersZh } from './learn/teachers.ts';
import { testZh } from './learn/test.ts';
import { termsZh } from './learn/terms/terms.ts';
import { askerZh } from './runs/asker.ts';
import { chartsZh } from './runs/charts.ts';
import { clusterZh } from './runs/cluster.ts';
import { elsewhereZh } from './runs/elsewhere.ts';
import { forwardZh } from './runs/forward.ts';
import { handedZh } from './runs/handed.ts';
import { healthZh } from './runs/health.ts';
import { healthSaysZh } from './runs/healthSays.ts';
import { importZh } from './runs/imports.ts';
import { lostDeviceZh } from './runs/lostDevice.ts';
import { folderClausesZh, noticesZh } from './runs/notices.ts';
import { pageNoticesZh } from './runs/pageNotices.ts';
import { runPageZh } from './runs/runPage.ts';
import { runsZh } from './runs/runs.ts';
import { serverZh } from './runs/server.ts';
import { serverFactsZh } from './runs/serverFacts.ts';
import { shownRunZh } from './runs/shownRun.ts';
import { verifiersZh } from './runs/verifiers.ts';
import { changesZh } from './shell/changes.ts';
import { commandsZh } from './shell/commands.ts';
import { galleryZh } from './shell/gallery.ts';
import { galleryFolderZh } from './shell/galleryFolder.ts';
import { offlineZh } from './shell/offline.ts';
import { projectsZh } from './shell/projects.ts';
import { reportZh, safeStartZh } from './shell/report.ts';
import { stoppedZh } from './shell/stopped.ts';
import { shellZh } from './shell/shell.ts';
import { agentZh } from './team/agent.ts';
import { agentEditorZh } from './team/agentEditor.ts';
import { profileNotesZh } from './team/profileNotes.ts';
import { teamZh } from './team/team.ts';
import { teamInZh } from './team/teamIn.ts';
import { backendReasonsZh, devicesZh } from './training/backendReasons.ts';
import { engineZh } from './training/engine.ts';
import { hubZh } from './training/hub.ts';
import { keptZh } from './training/kept.ts';
import { presetsZh } from './training/presets.ts';
import { servedZh } from './training/served.ts';
import { settingsZh } from './training/settings.ts';
import { sourcesZh } from './training/sources.ts';
import { warmMissedZh } from './training/warmMissed.ts';
import { warmStartZh } from './training/warmStart.ts';
import { zh } from './zh.ts';

export const translation: Translation = {
  language: 'zh',
  catalogues: {
    'faults/document/unreadReasons': unreadReasonsZh,
    'faults/running/trialText': trialTextZh,
    'environment/bench': benchZh,
    'environment/consent': consentZh,
    'environment/dataset': datasetZh,
    'inspect/blame': blameZh,
    'inspect/criticCheck': criticCheckZh,
    'inspect/estimators': estimatorsZh,
    'inspect/explore': exploreZh,
    'inspect/inspect': inspectZh,
    'inspect/lab': labZh,
    'inspect/microscope': microscopeZh,
    'inspect/notes': notesZh,
    'inspect/playOn': playOnZh,
    'inspect/receipt': receiptZh,
    'inspect/replay': replayZh,
    'inspect/shares': sharesZh,
    'inspect/trainerReport': trainerReportZh,
    'inspect/turned': turnedZh,
    'inspect/weights': weightsZh,
    'learn/docs': docsZh,
    'learn/explorables': explorablesZh,
    'learn/guide': guideZh,
    'learn/learn': learnZh,
    'learn/challenges': challengesZh,
    'learn/evidence': evidenceZh,
    'learn/evidenceNames': evidenceNamesZh,
    'learn/lessonCommands': lessonCommandsZh,
    'learn/lessons': lessonsZh,
    'learn/miniature': miniatureZh,
    'learn/museum': museumZh,
    'learn/openLesson': openLessonZh,
    'learn/trainedHere': trainedHereZh,
    'learn/study': studyZh,
    'learn/teach': teachZh,
    'learn/teachers': teachersZh,
    'learn/terms/terms': termsZh,
    'learn/test': testZh,
    'runs/asker': askerZh,
    'runs/charts': chartsZh,
    'runs/cluster': clusterZh,
    'runs/elsewhere': elsewhereZh,
    'runs/forward': forwardZh,
    'runs/handed': handedZh,
    'runs/health': healthZh,
    'runs/healthSays': healthSaysZh,
    'runs/imports': importZh,
    'runs/lostDevice': lostDeviceZh,
    'runs/folderClauses': folderClausesZh,
    'runs/notices': noticesZh,
    'runs/pageNotices': pageNoticesZh,
    'runs/runPage': runPageZh,
    'runs/runs': runsZh,
    'runs/server': serverZh,
    'runs/serverFacts': serverFactsZh,
    'runs/shownRun': shownRunZh,
    'runs/verifiers': verifiersZh,
    'shell/changes': changesZh,
    'shell/commands': commandsZh,
    'shell/gallery': galleryZh,
    'shell/galleryFolder': galleryFolderZh,
    'shell/offline': offlineZh,
    'shell/projects': projectsZh,
    'shell/report': reportZh,
    'shell/safeStart': safeStartZh,
    'shell/stopped': stoppedZh,
    'shell/shell': shellZh,
    'team/agent': agentZh,
    'team/profileNotes': profileNotesZh,
    'team/agentEditor': agentEditorZh,
    'team/team': teamZh,
    'team/teamIn': teamInZh,
    'training/backendReasons': backendReasonsZh,
    'training/devices': devicesZh,
    'training/engine': engineZh,
    'training/hub': hubZh,
    'training/kept': keptZh,
    'training/presets': presetsZh,
    'training/served': servedZh,
    'training/settings': settingsZh,
    'training/sources': sourcesZh,
    'training/warmMissed': warmMissedZh,
    'training/warmStart': warmStartZh,
    en: zh,
  },
  faults: {
    ...agentFileFaultsZh,
    ...checkFaultsZh,
    ...clipboardFaultsZh,
    ...lessonViewFaultsZh,
    ...lessonWordsFaultsZh,
    ...linkFaultsZh,
    ...projectFileFaultsZh,
    ...remarkFaultsZh,
    ...sweepFaultsZh,
    ...teamFaultsZh,
    ...teamFileFaultsZh,
    ...unreadFaultsZh,
    ...adapterFaultsZh,
    ...datasetFaultsZh,
    ...fileFaultsZh,
    ...galleryFaultsZh,
    ...ggufFaultsZh,
    ...hubFaultsZh,
    ...importTraceFaultsZh,
    ...importFaultsZh,
    ...learningRecordFaultsZh,
    ...modelFaultsZh,
    ...runFileFaultsZh,
    ...safetensorsFaultsZh,
    ...storageFaultsZh,
    ...studyFaultsZh,
    ...tokenizerFaultsZh,
    ...generalFaultsZh,
    ...branchFaultsZh,
    ...keptFaultsZh,
    ...chartFaultsZh,
    ...chosenFaultsZh,
    ...clusterFaultsZh,
    ...pageEngineFaultsZh,
    ...exportFaultsZh,
    ...forwardFaultsZh,
    ...handedFaultsZh,
    ...importRunFaultsZh,
    ...labFaultsZh,
    ...lessonFaultsZh,
    ...openedFaultsZh,
    ...playOnFaultsZh,
    ...previewFaultsZh,
    ...projectFaultsZh,
    ...pageRunFaultsZh,
    ...verifiersFaultsZh,
    ...clientsFaultsZh,
    ...engineFaultsZh,
    ...environmentFaultsZh,
    ...episodeFaultsZh,
    ...libraryFaultsZh,
    ...creditFaultsZh,
    ...remoteFaultsZh,
    ...runsFaultsZh,
    ...sandboxFaultsZh,
    ...guestFaultsZh,
    ...serverFaultsZh,
    ...sessionFaultsZh,
    ...trialFaultsZh,
    ...warmStartFaultsZh,
    ...workersFaultsZh,
    ...toldApartZh,
  },
};
