import { afterEach, describe, expect, it, vi } from 'vitest';
import { htmlText } from './htmlText';

afterEach(() => vi.unstubAllGlobals());

describe('the text of an HTML page', () => {
  it('keeps paragraphs, lines, lists and table rows apart', async () => {
    const page = `<!doctype html><html><head><title>No</title><style>p{}</style></head><body>
      <h1>Export</h1><p>Trials may   export
      for <b>7 days</b>.<br>Then no more.</p>
      <ul><li>one</li><li>two</li></ul>
      <table><tr><th>Role</th><th>Name</th></tr><tr><td>Owner</td><td>Ana</td></tr></table>
      <div>Last <span>line</span></div></body></html>`;
    expect(await htmlText(page)).toBe(
      'Export\n\nTrials may export for 7 days.\nThen no more.\n\none\ntwo\n\nRole\tName\nOwner\tAna\n\nLast line',
    );
  });

  it('keeps the white space of preformatted text, and entities as characters', async () => {
    expect(await htmlText('<p>a &lt; b &amp;&nbsp;c 🙂</p><pre>if x:\n  y()</pre><p>end')).toBe(
      'a < b &\u00a0c 🙂\n\nif x:\n  y()\n\nend',
    );
  });

  it('runs nothing and fetches nothing of the page', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('attacked', false);
    const text = await htmlText(
      '<p>safe</p><script>attacked = true</script><img src="x" onerror="attacked = true"><iframe src="https://example.com/"></iframe><template><p>hidden</p></template>',
    );
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(text).toBe('safe');
    expect((globalThis as { attacked?: boolean }).attacked).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('reads half a page, an empty one and one without tags', async () => {
    expect(await htmlText('<p>half <b>a pa')).toBe('half a pa');
    expect(await htmlText('')).toBe('');
    expect(await htmlText('just words')).toBe('just words');
  });

  it.each([
    ['<table><tr><td><p>Basic plan</p></td><td><p>10 EUR</p></td></tr></table>', 'Basic plan\t10 EUR'],
    [
      '<table><tr><td>Basic<br>plan</td><td><div>10</div><div>EUR</div></td></tr><tr><td><ul><li>a<li>b</ul></td><td>c</td></tr></table>',
      'Basic plan\t10 EUR\na b\tc',
    ],
    ['<table><tr>\n<td>\n<pre>one\n two</pre>\n</td>\n<th>three</th>\n</tr></table>', 'one two\tthree'],
    ['<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td><td>c</td></tr></table>', 'a b\tc'],
    ['<table><caption>Prices</caption><tr><td></td><td>x</td></tr></table>', 'Prices\n\tx'],
    [
      '<p>seen<span hidden>not</span><b style="display:none">nor</b><i style="color: red; DISPLAY : none !important">no</i></p>',
      'seen',
    ],
    [
      '<p>seen</p><div hidden><p>not</p></div><p style="visibility: hidden">nor</p><p aria-hidden="true">seen too</p>',
      'seen\n\nseen too',
    ],
    [
      '<style>.x, #y { color: red; display: none } @media print { p { display: none } } .z{display:block}</style><p class="x">a</p><p id="y">b</p><p class="z">c</p>',
      'c',
    ],
    [
      '<style>@import "a.css"; .x{display:none}</style><p class="x" style="display:block">shown again</p>',
      'shown again',
    ],
    ['<p>reim&shy;burse&shy;ment</p>', 'reim\u00ADburse\u00ADment'],
    ['one<br>two<br><br>three', 'one\ntwo\n\nthree'],
    ['<ul><li>one<li>two <ul><li>three</ul></ul><ol><li><b>four</b></ol>', 'one\ntwo\n\nthree\n\nfour'],
    ['<pre>  if x:\n\n    y()\n</pre>', '  if x:\n\n    y()'],
    ['<div>a</div><div style="display:inline">b</div><span style="display:block">c</span>d', 'a\nb\nc\nd'],
    ['<dl><dt>Plan<dd>Basic</dl><select><option>x<option>y</select>', 'Plan\nBasic\n\nx\ny'],
  ])('reads %s', async (source, text) => {
    expect(await htmlText(source)).toBe(text);
  });
});
