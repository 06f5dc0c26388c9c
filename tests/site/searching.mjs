// What the index of search has for questions, a JSON list of words that it reads from its input: of each the numbers of the
// records that it finds, the best first, and the words that were put right or that nothing has. INDEX is what the build writes.
//
//   node searching.mjs INDEX

import { readFileSync } from "node:fs";
import { readIndex, understood } from "../../docs/_static/search/asking.mjs";
import { ranked } from "../../docs/_static/search/ranking.mjs";

const read = (from) => JSON.parse(readFileSync(from, "utf-8"));
const index = readIndex(read(process.argv[2]));
const questions = read(0);
const answers = questions.map((words) => {
  const question = understood(words, index);
  return { found: ranked(question, index, {}), changed: question.changed, unknown: question.unknown };
});
process.stdout.write(JSON.stringify(answers));
