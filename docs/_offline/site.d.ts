/** The site as listed by the build, in the line that it writes before sw.js. */
declare const SITE: {
  /** The hash of the whole list. */
  build: string;
  /** The folder of the browser's Python under _runtime, which is its hash. */
  runtime: string;
  /** Each file by its address from the site's root: the hash of its contents, and its size in bytes. */
  files: Record<string, [hash: string, size: number]>;
};
