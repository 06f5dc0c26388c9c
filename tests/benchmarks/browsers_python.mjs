// @ts-check
/** Runs the loops of the benchmarks on the Python that the site ships: node browsers_python.mjs RUNTIME */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const runtime = resolve(argv[2] ?? "");
/** @type {typeof import("../../docs/_runtime/types/pyodide.mjs")} */
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const lock = JSON.parse(readFileSync(join(runtime, "pyodide-lock.json"), "utf8"));
const python = await loadPyodide({
  indexURL: runtime,
  stdLibURL: join(runtime, "python_stdlib.zip"),
  lockFileContents: { ...lock, packages: {} }, // nothing may come from elsewhere
  packageBaseUrl: ".",
});
const wheel = new Uint8Array(readFileSync(join(runtime, lock.packages.whister.file_name))); // Pyodide takes no Buffer
python.unpackArchive(wheel, "wheel", { extractDir: "/lib/python3.13/site-packages" });
const loops = readFileSync(join(import.meta.dirname, "loops.py"), "utf8");
console.log(python.runPython(`${loops}\njson.dumps(in_any_python())`));
