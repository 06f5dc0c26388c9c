// Writes the search index: `node index.mjs RECORDS INDEX`, where RECORDS is the file written by docs/_search/index.py.

import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { packed, reading } from "../_static/search/indexing.mjs";
import MiniSearch from "../_static/search/minisearch.mjs";
import { stem } from "../_static/search/words.mjs";

const [from, to] = process.argv.slice(2);
const { records, ...rest } = JSON.parse(readFileSync(from, "utf-8"));
const { options } = reading(rest);
const index = new MiniSearch(options);

/** The word shown for a term that is not a word itself: the shortest word with that stem. @type {Record<string, string>} */
const said = {};
for (const { id, ...fields } of records) {
  for (const word of options.tokenize(Object.values(fields).join(" "))) {
    if (word.length < (said[stem(word)] ?? `${word} `).length) said[stem(word)] = word;
  }
  // A word in a record's name counts there, and not again in its text.
  const called = new Set(options.tokenize(`${fields.title} ${fields.address}`).map(stem));
  index.add({ ...fields, id, text: options.tokenize(fields.text).filter((word) => !called.has(stem(word))).join(" ") });
}
const words = Object.fromEntries(Object.entries(said).filter(([term, word]) => term !== word));
writeFileSync(to, JSON.stringify({ ...rest, words, index: packed(index.toJSON()) }));
