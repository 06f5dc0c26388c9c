// The engine of search: MiniSearch, from npm. The build puts the library itself here, and its licence beside it.
export { default } from "minisearch";
