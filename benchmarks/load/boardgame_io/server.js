// A boardgame.io server with one game as small as Alignement: `node server.js PORT [FOLDER]`.
//
// It checks a move's form, whose turn it is, that the goal is empty and the moved piece one's own: less than our rules
// do, never more. How long a game lasts is given when the match is made, so that it ends with ours.

const { INVALID_MOVE } = require("boardgame.io/core");
const { FlatFile, Server } = require("boardgame.io/server");

const CIRCLE = "([behk](?:2|5|8|11))";
const MOVE = new RegExp(`^${CIRCLE}(?:-${CIRCLE})?$`);
const PIECES = 5;

function play({ G, playerID }, text) {
  const [, first, second] = MOVE.exec(text) ?? [];
  const goal = second ?? first;
  const placed = Object.values(G.circles).filter((owner) => owner === playerID).length;
  if (!goal || G.circles[goal] !== undefined) return INVALID_MOVE;
  if (second ? G.circles[first] !== playerID : placed === PIECES) return INVALID_MOVE;
  if (second) delete G.circles[first];
  G.circles[goal] = playerID;
  G.ply += 1;
}

const alignement = {
  name: "alignement",
  minPlayers: 2,
  maxPlayers: 2,
  setup: (_, { plies }) => ({ circles: {}, ply: 0, plies }),
  validateSetupData: (setup) => (Number.isInteger(setup?.plies) ? undefined : "how many plies?"),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play },
  endIf: ({ G }) => (G.ply === G.plies ? { over: true } : undefined),
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [alignement], db, origins: [`http://127.0.0.1:${port}`] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, ready) => listen(port, "127.0.0.1", ready); // left alone, it would listen to the world
server.run(Number(port));
