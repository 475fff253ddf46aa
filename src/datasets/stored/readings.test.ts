import { describe, expect, it } from 'vitest';
import { recognisedReading, storedReadings, type StoredReadingId } from './readings';

/** How a text is read by its looks: the reading, and of each context its name and its pieces. */
function read(text: string, reading: StoredReadingId = recognisedReading(text)) {
  const { contexts, notices } = storedReadings[reading].read('pasted text', text);
  return {
    reading,
    names: contexts.map(({ name }) => name),
    items: contexts.map((context) =>
      'turn' in context
        ? context.turn.sources.map(({ kind, name, text: said }) => `${name ?? kind}: ${said}`)
        : context.items.map(({ label, text: said }) => (label === null ? said : `${label} ${said}`)),
    ),
    notices,
  };
}

const facts = ['I own two dogs', 'My sister lives in Lyon', 'Tea, never coffee', 'The bike is red'];

describe('the reading of a text by its looks', () => {
  it.each<[string, string, StoredReadingId, number]>([
    ['a fact a line', facts.join('\n'), 'lines', 4],
    ['two lines', facts.slice(0, 2).join('\n'), 'lines', 2],
    ['lines that end in full stops', facts.map((fact) => `${fact}.`).join('\r\n'), 'lines', 4],
    ['a list', facts.map((fact) => `- ${fact}`).join('\n'), 'lines', 4],
    ['a numbered list', facts.map((fact, index) => `${index + 1}. ${fact}`).join('\n'), 'lines', 4],
    ['a list with lines that go on', '- I own\n  two dogs\n- Tea\n- A red bike', 'lines', 3],
    ['dated lines', facts.map((fact, index) => `2026-03-0${index + 1} ${fact}`).join('\n'), 'lines', 4],
    ['lines with a time', facts.map((fact, index) => `09:1${index} ${fact}`).join('\n'), 'lines', 4],
    ['Chinese lines', '我养了两只狗。\n我妹妹住在里昂。\n我只喝茶。', 'lines', 3],
    ['Thai lines', 'ฉันมีสุนัขสองตัว\nน้องสาวอยู่ที่ลียง', 'lines', 2],
    ['Arabic lines', 'عندي كلبان.\nتسكن أختي في ليون.\nأشرب الشاي فقط.', 'lines', 3],
    ['facts with a field in front', 'Email: a@b.c\nPhone: 123 456\nCity: Lyon', 'lines', 3],
    ['blank lines between', facts.join('\n\n'), 'blocks', 4],
    ['blank lines with spaces in them', facts.join('\n \t\n'), 'blocks', 4],
    [
      'wrapped paragraphs',
      `${'word '.repeat(14).trim()}\n`.repeat(6).trim() + '\n\n' + 'Second paragraph.',
      'blocks',
      2,
    ],
    ['records', 'Name: Ana\nCity: Lyon\n\nName: Ben\nCity: Rome\n\nName: Cleo\nCity: Bonn', 'blocks', 3],
    [
      'a wrapped paragraph',
      'the quick brown fox jumps over the lazy dog and then runs away\nfrom the farm into the woods where nobody will ever find that\nfox again because the woods are deep and dark and very wide',
      'whole',
      1,
    ],
    [
      'wrapped Chinese',
      '这是一个很长的段落它被编辑器按照固定的宽度折行了所以每一行都差不多一样长而且没有停顿的地方可以让人休息一下然后继续读下去直到\n结束为止这是第二行它也是同样的宽度因为编辑器就是这样工作的没有任何例外情况发生在这个段落里面只有最后一行比较短一些而且它没有\n别的含义',
      'whole',
      1,
    ],
    ['one sentence', 'I own two dogs.', 'whole', 1],
    ['rules of dashes', facts.join('\n---\n'), 'rules', 4],
    ['rules with blank lines', facts.join('\n\n---\n\n'), 'rules', 4],
    ['rules under sentences', facts.map((fact) => `${fact}.`).join('\n-----\n'), 'rules', 4],
    ['rules of stars', facts.join('\n***\n'), 'rules', 4],
    ['rules of spaced stars', facts.join('\n* * *\n'), 'rules', 4],
    ['rules of underscores', facts.join('\n\n___\n\n'), 'rules', 4],
    ['rules of equals signs', facts.map((fact) => `${fact} and\nmore`).join('\n====\n'), 'rules', 4],
    ['Markdown', '# One\nText.\n\n## Two\nText.', 'sections', 2],
    ['underlined titles', 'Usage\n-----\nRun it.\n\nInstall\n-------\nGet it.', 'sections', 2],
    ['titles underlined twice', 'Guide\n=====\n\nIntro.\n\nUsage\n-----\nRun it.', 'sections', 2],
    [
      'titles over three dashes',
      'Usage\n---\nRun it.\n\nInstallation\n---\nGet it.\n\nThen wait.',
      'sections',
      2,
    ],
    ['a question over dashes', 'Who is it for?\n--------------\nFor you.', 'sections', 1],
    ['labels', '[Turn 1 · User · Oct 16, 2:02 PM]\nHello\n[Turn 1 · Assistant]\nHi', 'labels', 1],
    ['labels with bars', '[Turn 1 | User] Hello\n[Turn 2 | User] More', 'labels', 2],
    ['labels without a turn', '[User] Hello\n[Assistant] Hi\n[User] More', 'labels', 2],
    ['a transcript', 'User: Hello\nAssistant: Hi\n\nUser: More\nAssistant: Sure', 'transcript', 2],
    ['a transcript in bold', '**User:** Hello\n\n**Assistant:** Hi\nand more', 'transcript', 1],
    ['roles as headings', '## User\nHello\n\n## Assistant\nHi\n\n## User\nMore', 'transcript', 2],
    ['a copied chat', 'You said:\nHello\nChatGPT said:\nHi\nYou said:\nMore', 'transcript', 2],
    ['Human and AI', 'Human: Hello\nAI: Hi', 'transcript', 1],
    ['questions and answers', 'Q: Who?\nA: Me.\n\nQ: When?\nA: Now.', 'transcript', 2],
    ['Chinese roles', '用户：你好\n助手：你好！\n用户：再见', 'transcript', 2],
    ['people', 'Ana: Hello\nBen: Hi\nAna: Are you in?\nBen: Yes', 'transcript', 4],
    [
      'a phone export',
      '12/03/24, 09:12 - Ana: Hello\n12/03/24, 09:13 - Ben: Hi\n12/03/24, 09:14 - Ana: In?\n12/03/24, 09:15 - Ben: Yes',
      'transcript',
      4,
    ],
    [
      'times in brackets',
      '[12/03/24, 09:12:33] Ana: Hello\n[12/03/24, 09:13:01] Ben: Hi\n[12/03/24, 09:14:00] Ana: In?\n[12/03/24, 09:14:10] Ben: Yes',
      'transcript',
      4,
    ],
    ['roles as fields of a note', '# Notes\nUser: Ana\nAgent: Ben\n\n## More\ntext', 'sections', 2],
    ['quoted roles', '> User: hi\n> Assistant: yo', 'transcript', 1],
    ['messages in JSON', '[{"role":"user","content":"Hello"}]', 'chat', 1],
    ['a list of texts in JSON', JSON.stringify(facts), 'chat', 4],
    ['nothing', '', 'whole', 0],
  ])('%s', (_, text, reading, contexts) => {
    expect(recognisedReading(text)).toBe(reading);
    if (contexts > 0) expect(read(text).names).toHaveLength(contexts);
  });

  it('loses no word, whichever reading is chosen', () => {
    const text =
      'Intro.\n# A #\n- one\n- two\n---\nUser: hi\n[Turn 2 · User] there\n\n```\n# no\n---\n```\nLast';
    const words = (parts: string[]) => parts.join(' ').match(/one|two|hi|there|no|Last|Intro/g);
    for (const id of ['sections', 'rules', 'blocks', 'lines', 'whole', 'labels', 'transcript'] as const)
      expect([id, words(read(text, id).items.flat())]).toEqual([
        id,
        ['Intro', 'one', 'two', 'hi', 'there', 'no', 'Last'],
      ]);
  });
});

describe('Markdown sections', () => {
  it('takes no comment of code for a heading, and no dashes in it for a rule', () => {
    const text =
      '# Run\n```sh\n# not a heading\n---\nTitle\n-----\n```\n# End\nDone\n\n~~~\n## still code\n```\n~~~\nafter';
    expect(read(text)).toMatchObject({ reading: 'sections', names: ['Section 1 · Run', 'Section 2 · End'] });
    expect(read('```\n# a comment\n```\nText').reading).not.toBe('sections');
    expect(read('````\n```\n# inside\n```\n# inside too\n````\n# Out\nx').names).toEqual([
      'Section 1',
      'Section 2 · Out',
    ]);
  });

  it('gives a heading its own section, underline and all', () => {
    expect(read('Intro.\n\nUsage\n-----\nRun it.\n').items).toEqual([['Intro.'], ['Usage\n-----\nRun it.']]);
    expect(read('# C#\nText\n## Closed ##\nMore\n#tag no\n####### seven').names).toEqual([
      'Section 1 · C#',
      'Section 2 · Closed',
    ]);
  });

  it('keeps the settings in front of a file together', () => {
    expect(read('---\ntitle: Notes\ntags:\n  - a\n---\n# One\nText').names).toEqual([
      'Section 1',
      'Section 2 · One',
    ]);
  });

  it('makes a piece of each line of a list, and none of a wrapped paragraph', () => {
    expect(read(`# Memories\n${facts.map((fact) => `- ${fact}`).join('\n')}`).items[0]).toHaveLength(5);
    expect(
      read(
        `# Memories\n${'word '.repeat(15).trim()}\n${'word '.repeat(15).trim()}\n${'word '.repeat(14).trim()}\n${'word '.repeat(15).trim()}`,
      ).items[0],
    ).toHaveLength(1);
  });
});

describe('labels and transcripts', () => {
  it('keeps who said it in front of what was said', () => {
    expect(
      read(
        '[Turn 4 · User · Oct 16, 2:02 PM]\nWhere is it?\n\n[Turn 4 · Tool logistics_export · Oct 16, 2:02 PM]\n{"a":1}\nrow',
      ),
    ).toMatchObject({
      names: ['Turn 4'],
      items: [
        [
          '[Turn 4 · User · Oct 16, 2:02 PM] Where is it?',
          '[Turn 4 · Tool logistics_export · Oct 16, 2:02 PM] {"a":1}\nrow',
        ],
      ],
    });
    expect(read('Opening.\nUser (09:12): One\nand more\nAssistant: Two\nUser: Three')).toMatchObject({
      names: ['Before the first turn', 'Turn 1', 'Turn 2'],
      items: [
        ['Opening.'],
        ['[Turn 1 · User · 09:12] One\nand more', '[Turn 1 · Assistant] Two'],
        ['[Turn 2 · User] Three'],
      ],
      notices: ['What stands before the first voice is kept, as nobody’s words.'],
    });
  });

  it('says what it leaves out', () => {
    expect(read('System: Be kind.\nAlways.\nUser: Hi\nAssistant: Hello')).toMatchObject({
      items: [['[Turn 1 · User] Hi', '[Turn 1 · Assistant] Hello']],
      notices: ['1 × a system message, left out: it was not said in the conversation.'],
    });
  });

  it('takes no address and no time for a voice', () => {
    expect(read('User: see\nhttps://example.org/a: b\nAssistant: 09:12: yes').items).toEqual([
      ['[Turn 1 · User] see\nhttps://example.org/a: b', '[Turn 1 · Assistant] 09:12: yes'],
    ]);
  });

  it('begins anew where the turns do', () => {
    expect(read('[Turn 1 · User] a\n[Turn 2 · User] b\n[Turn 1 · User] c').names).toEqual([
      'Turn 1',
      'Turn 2',
      'Turn 1',
    ]);
  });
});

describe('speed', () => {
  it.each(['x', '# ', '- ', 'a: ', '[', '**', '-', '```', 'Ana: hi\n', '\n', '(('])(
    'reads a megabyte of %j',
    (unit) => {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(storedReadings[recognisedReading(text)].label).not.toBe('');
    },
    20_000,
  );
});
