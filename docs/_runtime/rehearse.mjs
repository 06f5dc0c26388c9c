// @ts-check
/**
 * Runs the rehearsal in Pyodide under Node and prints, as JSON, the modules of the standard library that it imported
 * and the sources of methods that it compiled.
 *
 *   node rehearse.mjs PYODIDE_FOLDER STANDARD_LIBRARY WHEEL
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import process, { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";

// Otherwise Node would print the whole line of the minified script that was running, a million characters long.
process.on("uncaughtException", error => {
  console.error(`${error.name}: ${error.message}`);
  exit(1);
});

const SITE_PACKAGES = "/lib/python3.13/site-packages";
const [folder = "", library = "", wheel = ""] = argv.slice(2).map(path => resolve(path));
const rehearsal = readFileSync(new URL("rehearse.py", import.meta.url), "utf8");

/** @type {typeof import("pyodide")} */
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const { info } = JSON.parse(readFileSync(`${folder}/pyodide-lock.json`, "utf8"));
const python = await loadPyodide({
  indexURL: folder,
  stdLibURL: library,
  // Nothing may be loaded from elsewhere.
  lockFileContents: { info, packages: {} },
  packageBaseUrl: ".",
  env: { PYTHONHASHSEED: "0" },
});
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: SITE_PACKAGES });
const practice = `${SITE_PACKAGES}/whister_practice`;
if (!python.FS.analyzePath(`${practice}.pyc`).exists) {
  python.FS.writeFile(`${practice}.py`, readFileSync(new URL("whister_practice.py", import.meta.url)));
}
python.runPython(rehearsal);
console.log(python.runPython("rehearse(); told('/lib/python313.zip')"));
