/** The site as the build lists it, in the line that it writes before sw.js. */
declare const SITE: {
  /** The hash of the whole list. */
  build: string;
  /** The folder of the browser's Python under _runtime, which is its hash. */
  runtime: string;
  /** Each file by its address from the site's root: the hash of what is in it, and its bytes. */
  files: Record<string, [hash: string, size: number]>;
};
