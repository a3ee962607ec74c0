/** Why a file of another project holds no team that could be taken over. */

const READ =
  'Teams are read from LangGraph (get_graph().to_json(), or draw_mermaid()), AutoGen (a saved team or gallery), AG2 (AgentBuilder), crewAI (agents.yaml with tasks.yaml, or crew.jsonc), SII-MARFT’s YAML and MARFT’s role profiles.';

type Wrong =
  | 'unknown'
  | 'empty'
  | 'many'
  | 'large'
  | 'deep'
  | 'twice'
  | 'end'
  | 'name'
  | 'long'
  | 'mixed'
  | 'several'
  | 'aliases'
  | 'autogenTeam'
  | 'mermaid'
  | 'mermaidHead'
  | 'mermaidEnd';

export const teamFileFaults = {
  /** `where` is the file, node, link or line it is about; empty for the file as a whole. */
  E_TEAM_FILE: ({ where, wrong }: { readonly where: string; readonly wrong: Wrong }) => {
    switch (wrong) {
      case 'unknown':
        return { message: `“${where}” describes no team that the workbench knows.`, hint: READ };
      case 'empty':
        return { message: `There is no agent in ${where ? `“${where}”` : 'the file'}.`, hint: READ };
      case 'many':
        return {
          message: 'The file has more parts than a team can have (500 nodes, 2,000 links, 200 files).',
          hint: 'Take over a part of it: save one team, or one graph, alone.',
        };
      case 'large':
        return {
          message: `“${where}” is larger than the description of a team (2 MiB; YAML 128 KiB).`,
          hint: 'Is it the right file? Data sets are opened as CSV or JSON Lines.',
        };
      case 'deep':
        return { message: `In “${where}”, parts lie in parts deeper than any team has them.`, hint: 'Save the inner part by itself.' };
      case 'twice':
        return { message: `“${where}” is there twice.`, hint: 'Names must differ, or it is not said which one is meant.' };
      case 'end':
        return {
          message: `“${where}” leads to or from something that the file does not have.`,
          hint: 'The file may be cut off, or a part of it was renamed. Of crewAI, open agents.yaml and tasks.yaml together.',
        };
      case 'name':
        return { message: `${where} has no name.`, hint: 'Every node, agent or participant needs one.' };
      case 'long':
        return { message: `“${where}…” is longer than a name.`, hint: 'Names have at most 200 characters.' };
      case 'mixed':
        return {
          message: `These files are not one team: ${where}.`,
          hint: 'Open one file; of crewAI, agents and tasks of one crew together.',
        };
      case 'several':
        return {
          message: `The folder has the files of more than one crew: ${where}.`,
          hint: 'Open the folder of one crew, or its two files.',
        };
      case 'aliases':
        return {
          message: `“${where}” repeats its parts (YAML aliases) more than a hundred times, or within themselves.`,
          hint: 'Such a file can be made to grow without end, so it is not read. Write the parts out.',
        };
      case 'autogenTeam':
        return {
          message: `AutoGen’s “${where}” is no team that can be read.`,
          hint: 'RoundRobinGroupChat, SelectorGroupChat, MagenticOneGroupChat, Swarm and GraphFlow can. A single agent can be written as a role profile.',
        };
      case 'mermaid':
        return {
          message: `This line is not one that LangGraph draws: ${where}`,
          hint: 'Of Mermaid, exactly what draw_mermaid() writes is read. Save the graph with get_graph().to_json() instead.',
        };
      case 'mermaidHead':
        return {
          message: `The flowchart begins with “${where}”, and not with “graph TD;” as LangGraph’s do.`,
          hint: 'Of Mermaid, exactly what draw_mermaid() writes is read. Save the graph with get_graph().to_json() instead.',
        };
      case 'mermaidEnd':
        return { message: 'A subgraph has no end: the flowchart seems to be cut off.', hint: 'Save it again.' };
    }
  },
  E_TEAM_YAML: ({ name, line, code }: { readonly name: string; readonly line: number | null; readonly code: string }) => ({
    message: `“${name}” is not YAML${line === null ? '' : ` from line ${line} on`} (${code.toLowerCase().replaceAll('_', ' ')}).`,
    hint: 'Look at that line: indentation, quotes, and brackets that are open.',
  }),
  E_TEAM_JSON: ({ name, line }: { readonly name: string; readonly line: number }) => ({
    message: `“${name}” is not JSON from line ${line} on.`,
    hint: 'It may be cut off. Comments and a comma behind the last entry are allowed.',
  }),
  E_TEAM_NOBODY: () => ({ message: 'Nobody is left to speak.', hint: 'Choose at least one node as an agent.' }),
  E_TEAM_MANY: ({ agents, most }: { readonly agents: number; readonly most: number }) => ({
    message: `The team would have ${agents} agents, and a project has at most ${most}.`,
    hint: 'Leave out the nodes that ask no model.',
  }),
  E_TEAM_PROMPT: ({ node, most }: { readonly node: string; readonly most: number }) => ({
    message: `What “${node}” is told is longer than ${most} characters.`,
    hint: 'Shorten it in the file.',
  }),
};
