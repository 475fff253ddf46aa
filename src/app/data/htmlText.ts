/** Markup that is parsed in one go: a page of many megabytes must not hold the thread. */
const partUnits = 64 * 1024;
/** Nodes that are visited before other work gets its turn. */
const turnNodes = 2000;

const unseen = new Set(
  'SCRIPT STYLE TEMPLATE HEAD NOSCRIPT SVG IFRAME OBJECT DATALIST AUDIO VIDEO CANVAS'.split(' '),
);
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DETAILS DIALOG DD DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL OPTION P PRE SECTION SUMMARY TABLE TBODY THEAD TFOOT TR UL'.split(
    ' ',
  ),
);
/** Blocks with a blank line around them, so that paragraphs stay paragraphs. */
const spaced = new Set('P H1 H2 H3 H4 H5 H6 PRE BLOCKQUOTE TABLE UL OL DL ARTICLE SECTION'.split(' '));

/**
 * What a reader of an HTML page sees as text: paragraphs apart by a blank line, lines and
 * table rows by a line break, cells by a tab, whatever a cell holds. White space is collapsed as
 * browsers do, but in `pre`. What `hidden` or a style of the page hides is absent.
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

  const isHidden = hiddenIn(page);
  /** Finished lines and the breaks between them; `line` is the one that grows. */
  const parts: string[] = [];
  let line = '';
  let before: '' | '\n' | '\n\n' = '';
  /** Cells that the walk is in: nothing breaks a line there, for a row is one. */
  let cells = 0;
  const breakLine = (lines: '\n' | '\n\n') => {
    if (cells > 0) {
      if (line !== '' && !/\s$/.test(line)) line += ' ';
      return;
    }
    const done = line.trimEnd();
    line = '';
    if (done !== '') {
      parts.push(parts.length === 0 ? '' : before, done);
      before = lines;
      // Two breaks in a row are the wider one, not their sum.
    } else if (lines === '\n\n') before = lines;
  };

  let visited = 0;
  let broken = false;
  const walk: { node: Node; leaving: boolean; pre: boolean }[] = page.body
    ? [{ node: page.body, leaving: false, pre: false }]
    : [];
  for (let step = walk.pop(); step; step = walk.pop()) {
    visited += 1;
    if (visited % turnNodes === 0) await nextTurn();
    const { node, leaving, pre } = step;
    if (node.nodeType === Node.TEXT_NODE) {
      const raw = node.nodeValue ?? '';
      if (raw.trim() !== '') broken = false;
      const words = pre && cells === 0 ? raw : raw.replace(/[ \t\r\n\f]+/g, ' ');
      line += !(pre && cells === 0) && (line === '' || /\s$/.test(line)) ? words.trimStart() : words;
      continue;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    const name = node.nodeName.toUpperCase();
    if (unseen.has(name) || isHidden(node as Element)) continue;
    if (name === 'BR' && !leaving) {
      // Two in a row leave a blank line.
      breakLine(broken ? '\n\n' : '\n');
      broken = true;
    }
    if (name === 'TD' || name === 'TH') {
      cells += leaving ? -1 : 1;
      if (leaving && node.nextSibling) line = `${line.replace(/ +$/, '')}${cells > 0 ? ' ' : '\t'}`;
    }
    if (blocks.has(name) || displaysBlock(node as Element)) breakLine(spaced.has(name) ? '\n\n' : '\n');
    if (leaving) continue;
    walk.push({ node, leaving: true, pre });
    for (let child = node.lastChild; child; child = child.previousSibling)
      walk.push({ node: child, leaving: false, pre: pre || name === 'PRE' });
  }
  breakLine('\n');
  return parts.join('').replace(/^\s*\n|\s+$/g, '');
}

/** Whether an element is hidden: by itself or by a rule of the page's own style sheets. */
function hiddenIn(page: Document): (element: Element) => boolean {
  const named = new Set<Element>();
  for (const sheet of page.querySelectorAll('style'))
    for (const selector of hidingSelectors(sheet.textContent ?? ''))
      try {
        page.querySelectorAll(selector).forEach((element) => named.add(element));
      } catch {
        // A selector that this browser does not know hides nothing here.
      }
  return (element) => {
    if (element.hasAttribute('hidden')) return true;
    const display = /(?:^|;)\s*display\s*:\s*([\w-]+)/i.exec(styleOf(element))?.[1]?.toLowerCase();
    const invisible = /(?:^|;)\s*visibility\s*:\s*(?:hidden|collapse)/i.test(styleOf(element));
    return invisible || display === 'none' || (display === undefined && named.has(element));
  };
}

const styleOf = (element: Element): string => element.getAttribute('style') ?? '';

const displaysBlock = (element: Element): boolean =>
  /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|list-item|table)(?![\w-])/i.test(styleOf(element));

/** Selectors of the rules that hide; those inside `@media` and the like hold only sometimes. */
function hidingSelectors(css: string): string[] {
  const found: string[] = [];
  const plain = css.replace(/\/\*[^]*?\*\//g, '').replace(/<!--|-->/g, '');
  let [depth, start, selector] = [0, 0, ''];
  for (let at = 0; at < plain.length; at += 1) {
    if (plain[at] === '{') {
      if (depth === 0) selector = plain.slice(start, at).trim();
      depth += 1;
      start = at + 1;
    } else if (plain[at] === '}') {
      depth = Math.max(0, depth - 1);
      if (depth === 0) {
        const hides = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(
          plain.slice(start, at),
        );
        if (hides && !selector.startsWith('@')) found.push(selector);
        start = at + 1;
      }
    } else if (plain[at] === ';' && depth === 0) start = at + 1;
  }
  return found;
}

function nextTurn(): Promise<void> {
  return new Promise((resume) => setTimeout(resume));
}
