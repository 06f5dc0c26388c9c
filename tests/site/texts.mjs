// Marks the words that differ in pairs of texts, given as a JSON file; prints the pieces of both.
//
//   node texts.mjs ANY PAIRS

import { readFileSync } from "node:fs";
import { differing } from "../../docs/_static/compare/differing.mjs";

const pairs = JSON.parse(readFileSync(process.argv[3], "utf-8"));
process.stdout.write(JSON.stringify(pairs.map(([before, after]) => differing(before, after))));
