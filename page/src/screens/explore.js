// The explorer of a position or a game:
//
//     /explore/{game}/{size}?start=...&moves=2-2+3-3&at=1&line=1+4-4

import { listing, post, request } from "../app/api.js";
import { specFrom, validPlayers } from "../model/session.js";
import { treeFrom } from "../model/tree.js";
import { Explorer } from "../parts/explorer.js";

/** @import { Place } from "../app/router.js" */

/** @param {Place} place */
export async function show({ parts, url, signal }) {
  const entry = await listing(parts[0] ?? "");
  const { at, score, ...rest } = specFrom(entry.id, parts[1] ?? entry.sizes[0], url.searchParams);
  const spec = { ...rest, players: await validPlayers(rest.players ?? []) };
  const replay = await request(post("/replay", spec, {}), signal);
  const root = treeFrom(replay.start);
  root.line(replay.steps.map(({ move }) => move)).forEach((node, n) => node.fill(replay.steps[n]));
  const title = `Explore ${entry.name} ${replay.size}`;
  const options = /** @type {const} */ ({ screen: "explore", spec: { ...spec, size: replay.size } });
  const explorer = new Explorer(entry, title, root, signal, options);
  const links = [explorer.table.rulesLink];
  const element = explorer.arrange({ name: "Explorer", before: [explorer.playFrom], links, rest: [] });
  await explorer.open(url.searchParams, at ?? replay.steps.length);
  return { title, element };
}
