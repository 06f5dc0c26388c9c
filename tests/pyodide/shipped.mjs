// @ts-check
/** The Python that the site ships, under Node: its byte-compiled library and engine, and nothing from elsewhere. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const SITE_PACKAGES = "/lib/python3.13/site-packages";

/** @param {string} path */
export const bytes = path => new Uint8Array(readFileSync(path)); // Pyodide takes no Buffer

/**
 * Start this Python. @param {string} runtime the assembled folder @param {Record<string, string>} env
 */
export async function shippedPython(runtime, env = {}) {
  /** @type {typeof import("../../docs/_runtime/types/pyodide.mjs")} */
  const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
  const lock = JSON.parse(readFileSync(join(runtime, "pyodide-lock.json"), "utf8"));
  const python = await loadPyodide({
    indexURL: runtime,
    stdLibURL: join(runtime, "python_stdlib.zip"),
    lockFileContents: { ...lock, packages: {} }, // nothing may come from elsewhere
    packageBaseUrl: ".",
    env,
  });
  python.unpackArchive(bytes(join(runtime, lock.packages.whister.file_name)), "wheel", { extractDir: SITE_PACKAGES });
  return python;
}
