"""Plays as an AI assistant would, with the official client of the Model Context Protocol.

    mcp-client.py PROGRAM URL    over standard input of the program, and at the address of a server

The client compares every document with the schema that is listed for its tool.
"""

import asyncio
import sys

from mcp import Client, MCPError, StdioServerParameters, stdio_client

TRUTH = {"analyze", "hint", "review", "take_back"}
OTHERS = {"list_games", "rules", "new_game", "state", "legal_moves", "play"}
MOST_MOVES = 300


def text(result):
    return "\n".join(block.text for block in result.content)


async def call(client, tool, **arguments):
    """Returns the document of a tool call that must succeed."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text(result)
    assert text(result)
    return result.structured_content


async def play(client, game, seat, has_truth):
    """Plays a game against random moves to the end and reads its record."""
    state = await call(client, "new_game", game=game, opponent="random", seat=seat, seed=1)
    who = {"id": state["id"]}
    assert state["view"]["to_move"] == seat
    refused = await client.call_tool("play", {**who, "move": "nonsense"})
    assert refused.is_error and "Legal moves: " in text(refused), text(refused)
    assert (await call(client, "state", **who))["plies"] == state["plies"]
    for _ in range(MOST_MOVES):
        if state["over"]:
            break
        moves = (await call(client, "legal_moves", **who))["moves"]
        state = await call(client, "play", **who, move=moves[-1]["move"])
    record = (await client.read_resource(state["record"])).contents[0].text
    assert game in record and '[Seed "1"]' in record, record
    plies = len(state["plies"])
    if has_truth:
        assert len((await call(client, "take_back", **who))["plies"]) < plies
    return plies


async def talk(client, has_truth):
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == OTHERS | (TRUTH if has_truth else set()), set(tools)
    assert all(tool.output_schema and tool.description for tool in tools.values())
    catalogue = await call(client, "list_games")
    resources = {str(resource.uri) for resource in (await client.list_resources()).resources}
    for game in catalogue["games"]:
        rules = f"quintet://rules/{game['id']}"
        assert rules in resources
        page = (await client.read_resource(rules)).contents[0].text
        assert page == text(await client.call_tool("rules", {"game": game["id"]}))
        plies = [await play(client, game["id"], seat, has_truth) for seat in (1, 2)]
        print(f"{client.protocol_version}: {game['id']}, {plies[0]} and {plies[1]} moves")
    templates = (await client.list_resource_templates()).resource_templates
    assert len(templates) == 2
    unknown = await client.call_tool("state", {"id": "unknown"})
    assert unknown.is_error and "new_game" in text(unknown)
    for wrong in (
        client.read_resource("quintet://rules/unknown"),
        client.call_tool("unknown", {}),
    ):
        try:
            await wrong
        except MCPError:
            continue
        raise AssertionError("unknown names are protocol errors")
    if has_truth:
        # A size on which every value is available at once.
        first = catalogue["games"][0]
        state = await call(client, "new_game", game=first["id"], size=first["sizes"][1], opponent="perfect")
        who = {"id": state["id"]}
        analysis = await call(client, "analyze", **who)
        hint = await call(client, "hint", **who)
        assert hint["hinted"] in [move["move"] for move in analysis["moves"]]
        await call(client, "play", **who, move=hint["hinted"])
        review = await call(client, "review", **who)
        assert not any(move["mistake"] for move in review["moves"]), review


async def main(program, url):
    for flags in ([], ["--no-analysis"]):
        for mode in ("legacy", "auto"):
            started = stdio_client(StdioServerParameters(command=program, args=["mcp", *flags]))
            async with Client(started, mode=mode) as client:
                await talk(client, has_truth=not flags)
    for mode in ("legacy", "auto"):
        async with Client(url, mode=mode) as client:
            await talk(client, has_truth=True)


asyncio.run(main(*sys.argv[1:]))
