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
});
