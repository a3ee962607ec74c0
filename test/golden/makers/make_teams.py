"""Teams of other projects, written by their own code, and what each of them holds.

    pip install langgraph==1.2.12 langchain-core==1.6.5 autogen-agentchat==0.7.5 pyyaml
    python test/golden/makers/make_teams.py

The graphs and prompts are ours, after well-known public examples (docs/imports/teams.md names them). LangGraph and AutoGen serialise them;
crewAI's files are YAML for people, so PyYAML, which crewAI reads them with, says what is in them. `expected.json` has nodes, links and
prompts as the Python objects have them: nothing of ours takes part.
"""

import json
from pathlib import Path
from typing import Literal, TypedDict

import yaml
from autogen_agentchat.agents import AssistantAgent, UserProxyAgent
from autogen_agentchat.base import Handoff
from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
from autogen_agentchat.teams import DiGraphBuilder, GraphFlow, RoundRobinGroupChat, SelectorGroupChat, Swarm
from autogen_core import Component
from autogen_core.models import ChatCompletionClient, ModelFamily, ModelInfo
from langgraph.graph import END, START, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command
from pydantic import BaseModel

HERE = Path(__file__).parent.parent / "teams"
HERE.mkdir(exist_ok=True)
EXPECTED: dict[str, dict] = {}


def write(name: str, text: str) -> None:
    (HERE / name).write_text(text.rstrip("\n") + "\n", encoding="utf-8")


def expect(name: str, nodes: dict[str, str | None], links: list[tuple[str, str, bool, str | None]]) -> None:
    """`nodes` are names with prompts, None where a file has no place for one; a link is from, to, conditional, label."""
    EXPECTED[name] = {"nodes": nodes, "links": [list(link) for link in links]}


# --- LangGraph -------------------------------------------------------------------------------------------------------


class State(TypedDict):
    text: str


def step(state: State) -> State:
    return state


def write_graph(name: str, graph, both: bool = True) -> None:
    write(f"{name}.json", json.dumps(graph.to_json(), indent=2, ensure_ascii=False))
    nodes = {id: None for id in graph.nodes}
    links = [(e.source, e.target, e.conditional, None if e.data is None else str(e.data)) for e in graph.edges]
    expect(f"{name}.json", nodes, links)
    if both:
        write(f"{name}.mmd", graph.draw_mermaid())
        expect(f"{name}.mmd", nodes, links)
        write(f"{name}.plain.mmd", graph.draw_mermaid(with_styles=False))


def tool_chat():
    """A chatbot that asks its tools until it can answer."""

    def look_up(word: str) -> str:
        """What a word means."""
        return word

    builder = StateGraph(State)
    builder.add_node("chatbot", step)
    builder.add_node("tools", ToolNode([look_up]))
    builder.add_edge(START, "chatbot")
    builder.add_conditional_edges("chatbot", lambda state: "tools", {"ask": "tools", "answer": END})
    builder.add_edge("tools", "chatbot")
    write_graph("langgraph-tool-chat", builder.compile().get_graph())


def agentic_retrieval():
    """Retrieval that grades what it found, and asks anew where that does not help."""
    builder = StateGraph(State)
    for name in ["ask_or_answer", "retrieve", "rewrite_question", "answer"]:
        builder.add_node(name, step)
    builder.add_edge(START, "ask_or_answer")
    builder.add_conditional_edges("ask_or_answer", lambda state: END, {"search": "retrieve", "enough": END})
    builder.add_conditional_edges("retrieve", lambda state: "answer", ["answer", "rewrite_question"])
    builder.add_edge("rewrite_question", "ask_or_answer")
    builder.add_edge("answer", END)
    write_graph("langgraph-retrieval", builder.compile().get_graph())


def supervisor():
    """A supervisor that hands work to three others, who report back."""

    def decide(state: State) -> Command[Literal["researcher", "coder", "writer", "__end__"]]:
        return Command(goto=END)

    builder = StateGraph(State)
    builder.add_node("supervisor", decide)
    for name in ["researcher", "coder", "writer"]:
        builder.add_node(name, step)
        builder.add_edge(name, "supervisor")
    builder.add_edge(START, "supervisor")
    write_graph("langgraph-supervisor", builder.compile().get_graph())


def essay():
    """Plan, research, and a draft that is criticised until it is good, with a person's pause and a graph within."""
    inner = StateGraph(State)
    inner.add_node("search", step)
    inner.add_node("read papers", step)
    inner.add_edge(START, "search")
    inner.add_edge("search", "read papers")
    builder = StateGraph(State)
    builder.add_node("planner", step, metadata={"owner": "desk", "cost": "low"})
    builder.add_node("research", inner.compile())
    builder.add_node("outline", step)
    builder.add_node("draft", step, defer=True)
    builder.add_node("kritik_定", step)
    builder.add_edge(START, "planner")
    builder.add_edge("planner", "research")
    builder.add_edge("planner", "outline")
    builder.add_edge(["research", "outline"], "draft")
    builder.add_conditional_edges(
        "draft", lambda state: END, {"not yet good enough, so let the critic read the whole of it once more": "kritik_定", "good": END}
    )
    builder.add_edge("kritik_定", "draft")
    write_graph("langgraph-essay", builder.compile(interrupt_before=["draft"]).get_graph(xray=True))


# --- AutoGen ---------------------------------------------------------------------------------------------------------


class NoConfig(BaseModel):
    model: str
    api_key: str | None = None


class NamedModel(ChatCompletionClient, Component[NoConfig]):
    """A model that is only named: teams are written here, not run."""

    component_type = "model"
    component_config_schema = NoConfig
    component_provider_override = "autogen_ext.models.openai.OpenAIChatCompletionClient"

    def __init__(self, model: str) -> None:
        self._model = model

    def _to_config(self) -> NoConfig:
        return NoConfig(model=self._model, api_key="**********")

    model_info = ModelInfo(
        vision=False, function_calling=True, json_output=True, family=ModelFamily.UNKNOWN, structured_output=True
    )
    capabilities = model_info

    def _never(self, *args, **kwargs):
        raise RuntimeError("nothing is asked here")

    create = create_stream = close = actual_usage = total_usage = count_tokens = remaining_tokens = _never


MODEL = NamedModel("gpt-4.1-mini")


def assistant(name: str, prompt: str, **more) -> AssistantAgent:
    return AssistantAgent(name, MODEL, system_message=prompt, **more)


def write_team(name: str, team, nodes: dict[str, str | None], links: list[tuple[str, str, bool, str | None]]) -> None:
    write(f"{name}.json", json.dumps(team.dump_component().model_dump(), indent=2, ensure_ascii=False))
    expect(f"{name}.json", nodes, links)


def prompts(agents) -> dict[str, str | None]:
    """What the agents are told, as the objects keep it."""
    return {
        agent.name: agent._system_messages[0].content if isinstance(agent, AssistantAgent) else None for agent in agents
    }


def reflection():
    """A writer and a critic, in turn."""
    agents = [
        assistant("writer", "Write a poem of four lines about what you are asked."),
        assistant("critic", "Say what to change in the poem. Reply with APPROVE when nothing is left, and mind {team} spirit."),
    ]
    team = RoundRobinGroupChat(agents, termination_condition=TextMentionTermination("APPROVE") | MaxMessageTermination(9))
    write_team("autogen-reflection", team, prompts(agents), [("writer", "critic", False, None), ("critic", "writer", False, None)])


def selected():
    """Planning, searching and calculating, the next speaker selected by a model; a person may step in."""

    def multiply(a: float, b: float) -> float:
        return a * b

    agents = [
        assistant("PlanningAgent", "Break the question into steps and say who does each.", description="Plans"),
        assistant("SearchAgent", "Find the facts that you are asked for."),
        assistant("DataAnalyst", "Compute with what was found.", tools=[multiply]),
        UserProxyAgent("user"),
    ]
    team = SelectorGroupChat(
        agents,
        MODEL,
        selector_prompt="Choose who speaks next.\n{roles}\n{history}\nOnly say the name, of {participants}.",
        max_turns=12,
        allow_repeated_speaker=True,
    )
    write_team("autogen-selector", team, prompts(agents), [])


def swarm():
    """A travel desk that hands over refunds and the way back."""
    agents = [
        assistant("travel_agent", "Help with the booking. Hand refunds over.", handoffs=["flights_refunder", "user"]),
        assistant(
            "flights_refunder",
            "Refund flights. Hand back when done.",
            handoffs=[Handoff(target="travel_agent", message="Back to you."), "user"],
        ),
    ]
    team = Swarm(agents, termination_condition=MaxMessageTermination(20))
    links = [("travel_agent", "flights_refunder", True, None), ("flights_refunder", "travel_agent", True, None)]
    write_team("autogen-swarm", team, prompts(agents), links)


def graph_flow():
    """A writer, two editors at the same time, a reviewer who lets it go or sends it back."""
    agents = [
        assistant("writer", "Draft a paragraph."),
        assistant("grammar_editor", "Correct the grammar."),
        assistant("style_editor", "Improve the style."),
        assistant("reviewer", "Put both edits together. Say APPROVE or REVISE."),
        assistant("publisher", "Give the final text."),
    ]
    writer, grammar, style, reviewer, publisher = agents
    builder = DiGraphBuilder()
    for agent in agents:
        builder.add_node(agent)
    builder.add_edge(writer, grammar).add_edge(writer, style)
    builder.add_edge(grammar, reviewer).add_edge(style, reviewer)
    builder.add_edge(reviewer, publisher, condition="APPROVE")
    builder.add_edge(reviewer, writer, condition="REVISE")
    builder.set_entry_point(writer)
    graph = builder.build()
    team = GraphFlow(agents, graph, max_turns=20)
    links = [(node.name, e.target, e.condition is not None, e.condition) for node in graph.nodes.values() for e in node.edges]
    write_team("autogen-graph-flow", team, prompts(agents), links)


# --- crewAI: YAML for people, as PyYAML reads it ------------------------------------------------------------------------


def told(agent: dict, task: dict) -> str:
    """What crewAI tells an agent at a task, without tools (translations/en.json: role_playing, task, expected_output), ends trimmed."""
    part = lambda owner, field: str(owner[field]).strip()  # noqa: E731
    return (
        f"You are {part(agent, 'role')}. {part(agent, 'backstory')}\nYour personal goal is: {part(agent, 'goal')}\n\n"
        f"Current Task: {part(task, 'description')}\n\n"
        f"This is the expected criteria for your final answer: {part(task, 'expected_output')}"
    )


def crew(folder: str, names: dict[str, str], links: list[tuple[str, str]]) -> None:
    """`names` is the node of each task; links are who reads whom, which is what `_get_context` of crewAI's crew.py gives."""
    agents = yaml.safe_load((HERE / folder / "agents.yaml").read_text(encoding="utf-8"))
    tasks = yaml.safe_load((HERE / folder / "tasks.yaml").read_text(encoding="utf-8"))
    nodes = {names[name]: told(agents[task["agent"]], task) for name, task in tasks.items()}
    expect(folder, nodes, [(a, b, False, None) for a, b in links])


tool_chat()
agentic_retrieval()
supervisor()
essay()
reflection()
selected()
swarm()
graph_flow()
crew("crewai-report", {"research_task": "researcher", "reporting_task": "reporting_analyst"}, [("researcher", "reporting_analyst")])
crew(
    "crewai-posting",
    {"culture": "culture", "role_needs": "role_needs", "draft": "writer", "check": "reviewer"},
    [("culture", "writer"), ("role_needs", "writer"), ("writer", "reviewer")],
)
(HERE / "expected.json").write_text(json.dumps(EXPECTED, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
