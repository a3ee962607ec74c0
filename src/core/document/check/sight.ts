/** What agents are shown of each other's messages in the turns that are played, as far as the document alone can tell. */
import { staticOrchestration } from '../../episode/staticOrchestration.ts';
import { type TranscriptShape, transcriptOf } from '../../episode/transcript.ts';
import { hasClocks } from '../../team/clock.ts';
import { graphFaults } from '../../team/graph.ts';
import { presentTeam } from '../../team/presentation.ts';
import { dependenciesAt, speaksAt } from '../../team/turns.ts';
import { type ProjectDocument, teamSchema } from '../schema.ts';

/** An agent on duty in a turn. */
interface Sight {
  readonly agent: number;
  /** Others of the turn whose messages it is shown: indices in serial order, or agents where an orchestrator says who speaks. */
  readonly sees: readonly number[];
  /** Whether these are all it could be shown. */
  readonly all: boolean;
}

/** Whether nothing can be said of who sees whom, because a graph is wrong; that has a fault of its own. */
export const graphIsWrong = ({ team }: ProjectDocument): boolean =>
  graphFaults(team).length > 0 || team.turns.some(({ edges }) => graphFaults({ ...team, edges }).length > 0);

/** Whether the environment may give turns graphs of its own; by its text, since a document is checked without running it. */
export const environmentChooses = ({ environment }: ProjectDocument): boolean => /\bdependencies\b/.test(environment.source);

/** Whether turns may have graphs that are chosen while the episode runs. */
export const mayChoose = (document: ProjectDocument): boolean => environmentChooses(document) || document.team.orchestration === 'routed';

/** Whether agents with clocks may start without having read all that they see. */
const mayStartWithout = ({ team }: ProjectDocument): boolean => hasClocks(team) && team.agents.some(({ clock }) => clock.timeout !== null);

const turnsOf = ({ training: { horizon } }: ProjectDocument): number[] => Array.from({ length: horizon }, (_, turn) => turn);

/** By turn. An orchestrator is left out: it sees everything. */
function sightOf({ team }: ProjectDocument, transcript: TranscriptShape): (turn: number) => Sight[] {
  if (team.orchestration === 'static') {
    const { open } = staticOrchestration(team, presentTeam(team), transcript);
    return (turn) => open(turn).map(({ agent, sees }, index) => ({ agent, sees, all: sees.length === index }));
  }
  const everything = transcript !== 'branches' || team.context === 'prefix';
  return (turn) => {
    const rows = dependenciesAt(team, turn);
    return team.agents.flatMap((one, agent) => {
      if (one.role === team.orchestrator.role || !speaksAt(one, turn)) return [];
      const others = team.agents.flatMap((_, other) => (other === agent ? [] : [other]));
      const sees = everything ? others : others.filter((other) => rows[agent]?.includes(other));
      return [{ agent, sees, all: sees.length === others.length }];
    });
  };
}

/** Whether some agent may speak without having read all that was said before it in its turn, as `transcript` shows it. */
export function speaksApart(document: ProjectDocument, transcript: TranscriptShape): boolean {
  if (graphIsWrong(document) || mayChoose(document) || mayStartWithout(document)) return true;
  const sight = sightOf(document, transcript);
  return turnsOf(document).some((turn) => sight(turn).some(({ all }) => !all));
}

/** Whether prompts are the same whichever the team's `context` is. */
export function contextsCoincide(document: ProjectDocument): boolean {
  if (graphIsWrong(document) || mayChoose(document)) return false;
  const { compat } = document.training;
  const teams = teamSchema.shape.context.unwrap().options.map((context) => ({ ...document.team, context }));
  const sights = teams.map((team) => sightOf({ ...document, team }, transcriptOf(compat)));
  const alike = (shown: readonly unknown[]) => new Set(shown.map((one) => JSON.stringify(one))).size === 1;
  return (
    alike(teams.map((team) => presentTeam(team, compat))) && turnsOf(document).every((turn) => alike(sights.map((sight) => sight(turn))))
  );
}

/** Whether credit that follows who hears a message (`credit.chain: listener`) goes the way of the serialised chain, message by message. */
export function hearsInOrder(document: ProjectDocument): boolean {
  const { team, training } = document;
  if (training.credit.chain !== 'listener' || team.orchestration !== 'static') return false;
  return (training.horizon === 1 || team.history === 'all') && !speaksApart(document, transcriptOf(training.compat));
}

/** Whether the graph lets no two agents speak in the same turn, so that no connection shows anybody anything. */
export function speakOneByOne(document: ProjectDocument): boolean {
  const { agents, orchestration } = document.team;
  return (
    !mayChoose(document) &&
    orchestration === 'static' &&
    turnsOf(document).every((turn) => agents.filter((agent) => speaksAt(agent, turn)).length <= 1)
  );
}
