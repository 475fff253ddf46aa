/** Markup that is parsed in one go: a page of many megabytes must not hold the thread. */
const partUnits = 64 * 1024;
/** Nodes that are visited before other work gets its turn. */
const turnNodes = 2000;

const hidden = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'HEAD', 'NOSCRIPT', 'SVG', 'IFRAME', 'OBJECT']);
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DETAILS DIALOG DD DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY THEAD TFOOT TR UL'.split(
    ' ',
  ),
);
/** Blocks with a blank line around them, so that paragraphs stay paragraphs. */
const spaced = new Set('P H1 H2 H3 H4 H5 H6 PRE BLOCKQUOTE TABLE UL OL DL ARTICLE SECTION'.split(' '));

/**
 * What a reader of an HTML page sees as text: paragraphs apart by a blank line, lines and
 * table rows by a line break, cells by a tab. White space is collapsed as browsers do, but in `pre`.
 *
 * The page is parsed in a document without a window: no script of it runs, nothing that it
 * names is fetched, and only text leaves it.
 */
export async function htmlText(source: string): Promise<string> {
  const page = document.implementation.createHTMLDocument('');
  page.open();
  for (let at = 0; at < source.length; at += partUnits) {
    page.write(source.slice(at, at + partUnits));
    await nextTurn();
  }
  page.close();

  /** Finished lines and the breaks between them; `line` is the one that grows. */
  const parts: string[] = [];
  let line = '';
  let before: '' | '\n' | '\n\n' = '';
  const breakLine = (lines: '\n' | '\n\n') => {
    const done = line.trimEnd();
    line = '';
    if (done !== '') {
      parts.push(parts.length === 0 ? '' : before, done);
      before = lines;
      // Two breaks in a row are the wider one, not their sum.
    } else if (lines === '\n\n') before = lines;
  };

  let visited = 0;
  const walk: { node: Node; leaving: boolean; pre: boolean }[] = page.body
    ? [{ node: page.body, leaving: false, pre: false }]
    : [];
  for (let step = walk.pop(); step; step = walk.pop()) {
    visited += 1;
    if (visited % turnNodes === 0) await nextTurn();
    const { node, leaving, pre } = step;
    if (node.nodeType === Node.TEXT_NODE) {
      const raw = node.nodeValue ?? '';
      const words = pre ? raw : raw.replace(/[ \t\r\n\f]+/g, ' ');
      line += !pre && (line === '' || /\s$/.test(line)) ? words.trimStart() : words;
      continue;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    const name = node.nodeName.toUpperCase();
    if (hidden.has(name)) continue;
    if (name === 'BR') breakLine('\n');
    if ((name === 'TD' || name === 'TH') && leaving && node.nextSibling) line = `${line.trimEnd()}\t`;
    if (blocks.has(name)) breakLine(spaced.has(name) ? '\n\n' : '\n');
    if (leaving) continue;
    walk.push({ node, leaving: true, pre });
    for (let child = node.lastChild; child; child = child.previousSibling)
      walk.push({ node: child, leaving: false, pre: pre || name === 'PRE' });
  }
  breakLine('\n');
  return parts.join('').trim();
}

function nextTurn(): Promise<void> {
  return new Promise((resume) => setTimeout(resume));
}
