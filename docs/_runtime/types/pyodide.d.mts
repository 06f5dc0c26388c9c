// In the assembled folder this file lies beside the worker.
export * from "pyodide";
