// Compares as the page does: JOBS is a JSON file with a list of pairs, each side `[rule set, {option: value}]`; DATA is
// the folder of the rule sets' data. Prints a JSON list: of each pair a digest of the comparison, the two hashes and the
// changed parameters in words, or why it is refused.
//
//   node comparing.mjs DATA JOBS

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compare, inWords } from "../../docs/_static/compare/comparing.mjs";
import { behaviour, canonical, chosen, Refused } from "../../docs/_static/compare/rules.mjs";

const [folder, jobs] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf-8"));
const usual = Object.fromEntries(Object.entries(read("index").mechanisms).map(([name, mechanism]) => [name, mechanism.usual]));
const sets = new Map();

function rules([name, options]) {
  if (!sets.has(name)) sets.set(name, read(name));
  return chosen(sets.get(name), options);
}

async function answer([a, b]) {
  try {
    const [one, other] = [rules(a), rules(b)];
    const hashes = await Promise.all([behaviour(one), behaviour(other)]);
    const found = compare(one, other, usual);
    const clauses = found.clauses.map((clause) => (clause.change === "kept" ? clause.slug : clause)); // these are alike: enough to name them
    const digest = createHash("sha256").update(canonical({ ...found, clauses })).digest("hex");
    return { digest, hashes, words: found.clauses.flatMap(({ parameters }) => parameters.map(line)) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { refused: error.message, clash: error.clash ?? null };
  }
}

/** A change as the terminal has it, from the cells of the page. */
function line(change) {
  const { name, before, after, note } = inWords(change);
  if (change.path.length === 1) return `${note}: ${name}(${(before || after).replace(/^—$/, "")})`;
  return note ? `${name}: ${after}, ${note}` : `${name}: ${before} → ${after}`;
}

const answers = [];
for (const pair of JSON.parse(readFileSync(jobs, "utf-8"))) answers.push(await answer(pair));
process.stdout.write(JSON.stringify(answers));
