// What the pages make of ADDRESSES, a JSON file with a list of `[rule set, {option: value as text}]`, from the rule sets'
// data in DATA: of each what was retired, what is said of what is not there, and where the ways on lead.
//
//   node astray.mjs DATA ADDRESSES

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strayChoices, strayRuleSet, waysOn } from "../../docs/_static/compare/astray.mjs";
import { moved } from "../../docs/_static/compare/data.mjs";

const [folder, addresses] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf-8"));
const index = read("index");
const answers = JSON.parse(readFileSync(addresses, "utf-8")).map(([id, options]) => {
  const { asked, gone } = moved({ id, options }, index);
  const astray = strayRuleSet(asked, index);
  if (astray) return { gone, said: [astray.said], ways: astray.ways.map(({ asked, label }) => asked ?? label) };
  const rules = read(asked.id);
  const strays = strayChoices(rules, asked.options);
  return { gone, said: strays.map(({ said }) => said), ways: strays.length ? waysOn(rules, asked.options, strays).map(({ asked }) => asked) : [] };
});
process.stdout.write(JSON.stringify(answers));
