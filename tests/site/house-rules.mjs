// What the page of house rules makes of CHOICES, a JSON file with a list of `[rule set, {option: value as text}]`, from
// the rule sets' data in DATA: of each the form, a name, the address it would have, and which published rules it is.
//
//   node house-rules.mjs DATA CHOICES

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asked, pairs, query, spelt, typed } from "../../docs/_static/compare/address.mjs";
import { behaviour, chosen, form, unsourced } from "../../docs/_static/compare/rules.mjs";
import { nameOf } from "../../docs/_static/house-rules/naming.mjs";
import { same } from "../../docs/_static/house-rules/same.mjs";

const [folder, choices] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf-8"));
const index = read("index");
const answers = JSON.parse(readFileSync(choices, "utf-8")).map(async ([id, options]) => {
  const data = read(id);
  const rules = chosen(data, typed(data, options));
  const address = query(pairs("base", { id, options: spelt(rules) }));
  return { form: form(rules), unsourced: unsourced(rules), name: nameOf(rules), chosen: rules.chosen, address, again: asked(new URLSearchParams(address), "base"), same: same(await behaviour(rules), index) };
});
process.stdout.write(JSON.stringify(await Promise.all(answers)));
