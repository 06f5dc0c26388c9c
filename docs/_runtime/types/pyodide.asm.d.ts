// Sets a global that Pyodide looks for.
export {};
