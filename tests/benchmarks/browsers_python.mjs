// @ts-check
/** Runs loops of the benchmarks on the Python that the site ships: node browsers_python.mjs RUNTIME [loops | thinking] */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { argv } from "node:process";
import { shippedPython } from "../pyodide/shipped.mjs";

const python = await shippedPython(resolve(argv[2] ?? ""));
const loops = readFileSync(join(import.meta.dirname, `${argv[3] ?? "loops"}.py`), "utf8");
console.log(python.runPython(`${loops}\nimport json\njson.dumps(in_any_python())`));
