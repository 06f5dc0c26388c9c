// Written when the runtime is assembled.
export const SIZES: Readonly<Record<string, number>>;
