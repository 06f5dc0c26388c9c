// @ts-check
/**
 * Runs the engine's tests on the Python that the site ships, under Node.
 *
 *   node run.mjs RUNTIME NODE_MODULES ENVIRONMENT REPORT [PYTEST_ARGUMENT…]
 *
 * RUNTIME is the assembled folder, whose byte-compiled library and engine are tested. What else pytest needs comes from
 * the full standard library in NODE_MODULES, and from the virtual ENVIRONMENT, which contains only pure Python.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import process, { argv, exit } from "node:process";
import { bytes, shippedPython } from "./shipped.mjs";

// Otherwise Node would show the line of the minified script that was running, which is a million characters long.
process.on("uncaughtException", error => {
  console.error(`${error.name}: ${error.message}`);
  exit(1);
});

const [runtime = "", npm = "", environment = "", report = ""] = argv.slice(2, 6).map(path => resolve(path));
const root = resolve(import.meta.dirname, "../..");
const python = await shippedPython(runtime, {
  PYTHONHASHSEED: "0",
  HYPOTHESIS_STORAGE_DIRECTORY: "/home/pyodide/hypothesis",
  HOME: "/home/pyodide",
});

/** Make a folder of this machine visible to Python. @param {string} folder @param {string} place */
function show(folder, place) {
  if (!existsSync(folder)) throw new Error(`no folder ${folder}`);
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}

const [library = ""] = ["lib", "Lib"].flatMap(lib => {
  try {
    const inside = readdirSync(join(environment, lib)).filter(name => name.startsWith("python3"));
    return [join(environment, lib, inside[0] ?? "", "site-packages")];
  } catch {
    return [];
  }
});
show(library, "/pure");
show(join(root, "tests"), "/whister/tests");
show(join(root, "examples"), "/whister/examples");
mkdirSync(dirname(report), { recursive: true });
show(dirname(report), "/reports");
python.FS.writeFile("/whole.zip", bytes(join(npm, "pyodide/python_stdlib.zip")));
python.FS.writeFile("/whister/pytest.toml", readFileSync(join(root, "tests/pyodide/pytest.toml"), "utf8"));

const start = python.runPython(readFileSync(join(root, "tests/pyodide/start.py"), "utf8") + "\nrun");
const status = start(`/reports/${basename(report)}`, JSON.stringify(argv.slice(6)));
exit(status);
