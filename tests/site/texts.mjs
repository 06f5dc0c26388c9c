// Marks the words that differ in pairs of texts, given as a JSON file; prints the pieces of both, and the places of the
// words that both have.
//
//   node texts.mjs ANY PAIRS

import { readFileSync } from "node:fs";
import { common, differing, words } from "../../docs/_static/compare/differing.mjs";

const pairs = JSON.parse(readFileSync(process.argv[3], "utf-8"));
process.stdout.write(JSON.stringify(pairs.map(([before, after]) => ({
  sides: differing(before, after),
  common: common(...[before, after].map((text) => words(text).map((word) => word.trimEnd()))),
}))));
