// @ts-check
/** CodeMirror for a few lines of Python, in a shadow root with constructed style sheets, which a strict policy allows. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The colours and fonts of the page, whose custom properties apply in the shadow root. */
const look = EditorView.theme({
  "&": {
    backgroundColor: "var(--color-code-background)",
    color: "var(--color-code-foreground)",
    fontSize: "inherit",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-stack--monospace)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.6rem 0" },
  ".cm-line": { padding: "0 0.75rem" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "& .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--session-selected)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--wash)", outline: "1px solid var(--ink-soft)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", textDecoration: "underline wavy" },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--session-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.operator], color: "var(--session-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.self, tags.standard(tags.name)], color: "var(--session-number)" },
  { tag: [tags.comment], color: "var(--session-comment)" },
  { tag: [tags.definition(tags.function(tags.variableName)), tags.definition(tags.className)], color: "var(--session-name)" },
]);

/**
 * Typing over a selection is handled here, because a browser that joins the remaining lines gives them inline styles,
 * which the page's policy forbids.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || !event.data || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

/**
 * An editor in an element's new shadow root.
 * @param {HTMLElement} host
 * @param {{text: string, label: string, run: () => void, changed: (text: string) => void}} how
 */
export function edit(host, { text, label, run, changed }) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  // The page has its own keys, and does not recognise the shadow's host as an editable element.
  host.addEventListener("keydown", (event) => event.stopPropagation());
  const start = () => (run(), true);
  return new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([{ key: "Mod-Enter", run: start }, indentWithTab, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, autocapitalize: "off", spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
        }),
        typeOver,
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        highlightSpecialChars(),
        indentUnit.of("    "),
        indentOnInput(),
        bracketMatching(),
        pythonLanguage,
        syntaxHighlighting(colours),
        look,
      ],
    }),
  });
}

/** Replace the whole text in a single step that can be undone. @param {EditorView} view @param {string} text */
export function replace(view, text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
}
