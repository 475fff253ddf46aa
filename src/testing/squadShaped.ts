import type { SquadArticle } from '../datasets/squad/sample';

/** A small file in the form of SQuAD v1.1, with invented text: for tests wherever the real one is absent. */
export interface SquadShaped {
  version: string;
  data: {
    title: string;
    paragraphs: {
      context: string;
      qas: { id: string; question: string; answers: { text: string; answer_start: number }[] }[];
    }[];
  }[];
}

type Asked = readonly [question: string, ...answers: string[]];
type Paragraph = readonly [context: string, ...asked: Asked[]];

const articles: readonly (readonly [title: string, ...paragraphs: Paragraph[]])[] = [
  [
    'Harbour_of_Vell',
    [
      'The harbour of Vell was dug by hand in 1412. Its eastern mole shelters forty fishing boats, and a bell on the mole is rung in fog. The bell was cast by Oda Brenn.',
      ['When was the harbour of Vell dug?', '1412', 'in 1412'],
      ['Who cast the bell on the mole?', 'Oda Brenn', 'Brenn', 'Oda Brenn'],
      ['How many fishing boats does the eastern mole shelter?', 'forty', 'forty fishing boats'],
    ],
    [
      'A ferry leaves Vell every second day. It carries salt, timber and letters to the island of Korr, and comes back with wool. In winter the ferry waits for the ice to break.',
      ['What does the ferry bring back from Korr?', 'wool'],
      ['Where does the ferry go?', 'the island of Korr', 'Korr'],
    ],
    [
      'The town sold the harbour to a company of merchants. The merchants built a customs house with a copper roof. Its cellar floods at every spring tide.',
      ['What is the roof of the customs house made of?', 'copper'],
      ['Why is the cellar of the customs house wet?', 'floods at every spring tide', 'It floods'],
    ],
  ],
  [
    'Glass_of_Tamrin',
    [
      'Glass from Tamrin is green because the sand of the river holds iron. The oldest furnace burned beech wood for 300 days a year. Masters signed their work with a fish.',
      ['Why is glass from Tamrin green?', 'the sand of the river holds iron', 'iron'],
      ['With what did the masters sign their work?', 'a fish', 'fish'],
    ],
    [
      'A lens ground in Tamrin was used in the lighthouse of Vell. It weighed 90 pounds and threw its light over eleven miles of water.',
      ['How much did the lens weigh?', '90 pounds'],
      ['How far did the light of the lens reach?', 'eleven miles', 'over eleven miles of water'],
      ['Which lighthouse used a lens from Tamrin?', 'the lighthouse of Vell', 'Vell'],
    ],
    [
      'The guild of Tamrin kept its recipes in a locked chest. Three keys were needed to open it, and each was held by another family.',
      ['How many keys opened the chest of the guild?', 'Three', 'three keys'],
      ['Whose keys opened the chest?', 'another family'],
    ],
  ],
  [
    'Moth_orchards',
    [
      'Moth orchards are planted in rows of seven. The trees are pruned when the first frost has passed, never before. A keeper walks the rows at dusk and counts the moths.',
      ['When are the trees pruned?', 'when the first frost has passed'],
      ['What does a keeper count at dusk?', 'the moths', 'moths'],
    ],
    [
      'The silk of the orchard moth is grey. It is spun into sails, because it does not rot in salt water. A sail of it lasts thirty years.',
      ['What colour is the silk of the orchard moth?', 'grey'],
      ['How long does a sail of moth silk last?', 'thirty years'],
    ],
  ],
  [
    'Treaty_of_the_Two_Wells',
    [
      'The Treaty of the Two Wells was signed on a bridge, so that neither side had to enter the land of the other. It gave the upper well to the herders and the lower well to the millers.',
      ['Where was the treaty signed?', 'on a bridge', 'a bridge'],
      ['To whom did the treaty give the upper well?', 'the herders', 'herders'],
    ],
    [
      'Under the treaty a bell is rung before water is drawn. The treaty names no king. It was renewed nine times, the last time by a woman called Sefa Orr.',
      ['Who renewed the treaty last?', 'Sefa Orr', 'a woman called Sefa Orr'],
      ['How often was the treaty renewed?', 'nine times'],
      ['Name the sound that is heard before water is drawn.', 'a bell', 'bell'],
    ],
  ],
  [
    'Clockwork_geese',
    [
      'The clockwork geese of Marn were made to guard a granary. Each goose holds 212 brass wheels and hisses when a thread is broken.',
      ['How many brass wheels does each goose hold?', '212', '212 brass wheels'],
      ['What were the clockwork geese made to guard?', 'a granary', 'granary'],
    ],
    [
      'Only one goose still walks. It is wound on feast days by the granary keeper, who wears gloves so as not to tarnish the brass.',
      ['Who winds the goose on feast days?', 'the granary keeper', 'granary keeper'],
      ['Why does the keeper wear gloves?', 'so as not to tarnish the brass'],
    ],
  ],
];

/** The file as an object of its own, so that a test may spoil it. Answer offsets are wrong on purpose: nothing may read them. */
export function squadShaped(): SquadShaped {
  let questions = 0;
  return {
    version: '1.1',
    data: articles.map(([title, ...paragraphs]) => ({
      title,
      paragraphs: paragraphs.map(([context, ...asked]) => ({
        context,
        qas: asked.map(([question, ...answers]) => ({
          id: `q${String(++questions).padStart(2, '0')}`,
          question,
          answers: answers.map((text) => ({ text, answer_start: 7 })),
        })),
      })),
    })),
  };
}

/** What reading the file gives. */
export function squadShapedArticles(): SquadArticle[] {
  return squadShaped().data.map(({ title, paragraphs }) => ({
    title,
    paragraphs: paragraphs.map(({ context, qas }) => ({
      context,
      questions: qas.map(({ id, question, answers }) => ({
        id,
        question,
        answers: answers.map(({ text }) => text),
      })),
    })),
  }));
}
