/** What is seen first, in one file: a request each over a slow link took longer than what is in them. */
export { followAddress } from '../address/addressLife.ts';
export { CommandHost } from '../commands/CommandHost.tsx';
export { ConsentDialogue } from '../../features/environment/ConsentDialogue.tsx';
export { AgentEditor } from '../../features/team/agent/AgentEditor.tsx';
export { EpisodeReader } from '../../features/inspect/EpisodeReader.tsx';
export { TeamCanvas } from '../../features/team/canvas/TeamCanvas.tsx';
export { TrainingCharts } from '../../features/charts/TrainingCharts.tsx';
export { StackedPlaces } from './StackedPlaces.tsx';
export { WidePlaces } from './WidePlaces.tsx';
