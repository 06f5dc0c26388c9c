// The linter of prose: the phrases in prose.yml, and in rules also those in people.yml.
const rulePaths = ["prose.yml", ...(process.env.PROSE_OF === "rules" ? ["people.yml"] : [])];

module.exports = {
  plugins: { "@textlint/markdown": true, "@textlint/text": true },
  filters: { comments: true },
  rules: { prh: { rulePaths, checkHeader: true, checkEmphasis: true, checkLink: true, checkBlockQuote: true } },
};
